package io.sternway.systemtests.documents;

import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The texts that we wrote: no builds, and nothing that others wrote. */
final class ProjectFiles {

    private static final Set<String> NO_SOURCES = Set.of(".git", ".idea", ".vscode", "bin");
    private static final Set<String> OTHERS_WROTE = Set.of("mvnw", "LICENSE", "structure.json");

    /** Not migrations: a database that one was applied to knows its checksum, so that its comments stay as they are. */
    private static final Pattern TEXT = Pattern.compile("[^.]+|.+\\.(java|json|md|properties|xml|ya?ml)");

    private static final Map<Path, String> ALL = read();

    private ProjectFiles() {}

    /** Each file by its path from the project's folder, with its text. */
    static Map<Path, String> all() {
        return ALL;
    }

    /** One of them. */
    static String text(String path) {
        return Objects.requireNonNull(ALL.get(Path.of(path)), path);
    }

    private static Map<Path, String> read() {
        Path project = ProjectFolder.root();
        Map<Path, String> texts = new TreeMap<>();
        try {
            Files.walkFileTree(project, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skipped = NO_SOURCES.contains(folder.getFileName().toString()) || isBuild(folder);
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = file.getFileName().toString();
                    if (TEXT.matcher(name).matches() && !OTHERS_WROTE.contains(name)) {
                        texts.put(project.relativize(file), Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("the project's files cannot be read", e);
        }
        return Collections.unmodifiableMap(texts);
    }

    /** A package may have that name, too. */
    private static boolean isBuild(Path folder) {
        return folder.endsWith("target") && Files.exists(folder.resolveSibling("pom.xml"));
    }
}
