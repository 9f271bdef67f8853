package io.sternway.sandbox.cluster.fleet;

import io.sternway.sandbox.cluster.Access;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The bearer tokens of a fleet. */
final class Tokens {
    private Tokens() {}

    static Map<Access, String> fresh() {
        SecureRandom random = new SecureRandom();
        Map<Access, String> out = new EnumMap<>(Access.class);
        for (Access access : Access.values()) {
            out.put(access, access.user() + "-" + new BigInteger(128, random).toString(36));
        }
        return out;
    }

    /** Those kept in a folder; made and kept when there are none. */
    static Map<Access, String> at(Path folder) {
        try {
            Path file = Files.createDirectories(folder).resolve("tokens");
            if (!Files.exists(file)) {
                List<String> lines = new ArrayList<>();
                fresh().forEach((access, token) -> lines.add(access.name() + " " + token));
                Files.write(file, lines);
            }
            Map<Access, String> out = new EnumMap<>(Access.class);
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split(" ", 2);
                out.put(Access.valueOf(parts[0]), parts[1]);
            }
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep tokens in " + folder, e);
        }
    }
}
