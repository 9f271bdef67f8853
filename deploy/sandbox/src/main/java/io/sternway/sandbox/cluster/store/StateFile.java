package io.sternway.sandbox.cluster.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * A cluster's objects on disk: the first line is the resource version, each other one a resource's name and its
 * object. Written whole and put in place at once, so that a reader finds the old state or the new one.
 */
final class StateFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StateFile() {}

    static void write(Path file, long resourceVersion, Map<String, List<Stored>> objects) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try (BufferedWriter out = Files.newBufferedWriter(beside)) {
            out.write(Long.toString(resourceVersion));
            out.write('\n');
            for (Map.Entry<String, List<Stored>> kind : objects.entrySet()) {
                for (Stored stored : kind.getValue()) {
                    out.write(kind.getKey());
                    out.write(' ');
                    out.write(stored.json().toString());
                    out.write('\n');
                }
            }
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Puts what was written into an empty table; nobody is told. */
    static void read(Path file, ObjectTable table) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            long resourceVersion = Long.parseLong(in.readLine());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int space = line.indexOf(' ');
                JsonNode object = JSON.readTree(line.substring(space + 1));
                table.restore(line.substring(0, space), (ObjectNode) object);
            }
            table.restored(resourceVersion);
        }
    }
}
