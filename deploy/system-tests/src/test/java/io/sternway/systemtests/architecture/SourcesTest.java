package io.sternway.systemtests.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sternway.systemtests.environment.ProjectFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the sources of every module, main and test: all is small enough to be read, and says what it is for. */
class SourcesTest {

    private static final String DESCRIPTION = "package-info.java";
    private static final int MOST_LINES = 350;
    private static final int MOST_FILES = 20;

    /** Begins the sentence of a package-info that says why its package has more files. */
    private static final String REASON = "Many files:";

    /** The files of each folder that has some, its description included. */
    private static final Map<Path, List<Path>> PACKAGES = packages();

    @Test
    void no_file_is_too_long() {
        List<String> tooLong = PACKAGES.values().stream()
                .flatMap(List::stream)
                .filter(file -> text(file).lines().count() > MOST_LINES)
                .map(Path::toString)
                .toList();
        assertNone(tooLong, "have more than " + MOST_LINES + " lines");
    }

    @Test
    void no_package_has_too_many_files_without_a_reason() {
        List<String> tooMany = new ArrayList<>();
        PACKAGES.forEach((folder, files) -> {
            Path description = folder.resolve(DESCRIPTION);
            long count =
                    files.stream().filter(file -> !file.equals(description)).count();
            if (count > MOST_FILES
                    && !(files.contains(description) && text(description).contains(REASON))) {
                tooMany.add(folder + " (" + count + ")");
            }
        });
        assertNone(tooMany, "have more than " + MOST_FILES + " files, and no \"" + REASON + "\" in their package-info");
    }

    /** The package of a test is described where what it tests is; one that only tests have, among the tests. */
    @Test
    void every_package_says_what_lives_in_it() {
        List<String> silent = PACKAGES.keySet().stream()
                .filter(folder -> !isDescribed(folder) && !isDescribed(main(folder)))
                .map(Path::toString)
                .toList();
        assertNone(silent, "have no package-info");
    }

    @Test
    void no_package_is_called_like_a_build_folder() {
        List<String> hidden = PACKAGES.keySet().stream()
                .map(Path::toString)
                .filter(folder -> folder.matches(".*/java/(.*/)?(target|build|out|bin)(/.*)?"))
                .toList();
        assertNone(hidden, "are passed over by tools that skip build folders");
    }

    private static boolean isDescribed(Path folder) {
        return PACKAGES.getOrDefault(folder, List.of()).contains(folder.resolve(DESCRIPTION));
    }

    private static Path main(Path folder) {
        return Path.of(folder.toString().replace("/src/test/java/", "/src/main/java/"));
    }

    private static void assertNone(List<String> found, String what) {
        assertFalse(PACKAGES.isEmpty(), "no sources were found");
        assertEquals(List.of(), found, () -> "these " + what);
    }

    private static Map<Path, List<Path>> packages() {
        Map<Path, List<Path>> packages = new TreeMap<>();
        for (String module : ProjectClasses.MODULES) {
            for (String sources : List.of("src/main/java", "src/test/java")) {
                Path root = ProjectFolder.root().resolve(module).resolve(sources);
                if (Files.isDirectory(root)) {
                    filesIn(root)
                            .forEach(file -> packages.computeIfAbsent(
                                            Objects.requireNonNull(file.getParent()), folder -> new ArrayList<>())
                                    .add(file));
                }
            }
        }
        return packages;
    }

    private static List<Path> filesIn(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
