package io.sternway.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** docs/benchmarks.md, where each benchmark has a section between two marks. */
final class BenchmarksDocument {

    private final Path file;

    BenchmarksDocument(Path project) {
        this.file = project.resolve("docs/benchmarks.md");
    }

    /**
     * Replaces what stands between the marks of a benchmark.
     *
     * @throws IllegalStateException if the document has no such marks
     */
    void write(String name, String section) {
        String begin = "<!-- " + name + " -->\n";
        String end = "<!-- end of " + name + " -->";
        try {
            String text = Files.readString(file);
            int from = text.indexOf(begin);
            int to = text.indexOf(end);
            if (from < 0 || to < from) {
                throw new IllegalStateException(file + " has no marks for " + name);
            }
            Files.writeString(file, text.substring(0, from + begin.length()) + section + text.substring(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
