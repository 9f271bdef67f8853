package io.sternway.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sample documents; an invalid one says in its first lines which faults it has. */
final class Samples {

    private Samples() {}

    static Stream<Path> valid() {
        return in("valid");
    }

    static Stream<Path> invalid() {
        return in("invalid");
    }

    static byte[] bytes(Path sample) {
        try {
            return Files.readAllBytes(sample);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] valid(String name) {
        return bytes(valid().filter(path -> path.getFileName().toString().equals(name))
                .findFirst()
                .orElseThrow());
    }

    /** The values of header lines {@code # key: value}. */
    static List<String> header(Path sample, String key) {
        try {
            return Files.readAllLines(sample).stream()
                    .filter(line -> line.startsWith("# " + key + ": "))
                    .map(line -> line.substring(key.length() + 4))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> in(String folder) {
        try (Stream<Path> files = Files.list(
                Path.of(Samples.class.getResource("/documents/" + folder).toURI()))) {
            return files.sorted().toList().stream();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
