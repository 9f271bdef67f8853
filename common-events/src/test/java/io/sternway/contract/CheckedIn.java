package io.sternway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is checked in and must be what the code says. */
final class CheckedIn {

    /** Whether files are to be written instead of compared. */
    static final boolean UPDATE = Boolean.getBoolean("contract.update");

    private CheckedIn() {}

    /** Compares a whole file, or writes it when updating. */
    static void same(Path file, String expected) {
        if (UPDATE) {
            write(file, expected);
        }
        assertEquals(expected, read(file), () -> hint(file));
    }

    /** Compares what stands between {@code <!-- begin NAME -->} and {@code <!-- end NAME -->}, or writes it. */
    static void sameSection(Path file, String name, String expected) {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->";
        String text = read(file);
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf(end);
        if (!text.contains(begin) || to < from) {
            throw new AssertionError(file + " has no section " + name);
        }
        if (UPDATE) {
            write(file, text.substring(0, from) + expected + text.substring(to));
        } else {
            assertEquals(expected, text.substring(from, to), () -> hint(file));
        }
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hint(Path file) {
        return file + " is not what the code says: run "
                + "./mvnw -pl common-events test -Dcontract.update=true, look at the difference and commit it";
    }
}
