package io.sternway.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Removes what a sandbox wrote. */
final class Folders {

    private Folders() {}

    static void delete(Path folder) throws IOException {
        deleteAllBut(folder, "");
        Files.deleteIfExists(folder);
    }

    /** Everything below the folder but one entry of it; the folder itself stays. */
    static void deleteAllBut(Path folder, String kept) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                boolean keep = !kept.isEmpty() && path.startsWith(folder.resolve(kept));
                if (!path.equals(folder) && !keep) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
