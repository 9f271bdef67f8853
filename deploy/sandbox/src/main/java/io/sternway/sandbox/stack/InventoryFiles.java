package io.sternway.sandbox.stack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes inventory files: the same names and labels for watcher and executor, each with credentials of its own. */
final class InventoryFiles {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private InventoryFiles() {}

    static void write(Path file, List<ClusterSpec> clusters, Path kubeconfig) {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (ClusterSpec cluster : clusters) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", cluster.name());
            entry.put("labels", new TreeMap<>(cluster.labels()));
            entry.put("kubeconfig", kubeconfig.getFileName().toString());
            entry.put("context", cluster.name());
            entries.add(entry);
        }
        try {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            YAML.writeValue(next.toFile(), Map.of("clusters", entries));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the inventory cannot be written: " + file, e);
        }
    }

    /** Writes a file that only its owner may read. */
    static void writeSecret(Path file, String text) {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file);
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("credentials cannot be written: " + file, e);
        }
    }
}
