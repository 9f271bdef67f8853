package io.sternway.clusters;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R6")
class InventoryFileIT {

    @TempDir
    Path folder;

    @Test
    @DisplayName("R6 a broken, truncated or vanished file changes nothing; a whole one is taken, and told once")
    void aBrokenFileChangesNothing() throws IOException {
        Path file = folder.resolve("inventory.yaml");
        Files.writeString(file, clusters("a", "b"));
        List<List<String>> told = new CopyOnWriteArrayList<>();
        try (InventoryFile inventory = InventoryFile.open(file)) {
            inventory.onChange(read -> told.add(names(read)));
            assertEquals(List.of(List.of("a", "b")), told);

            Files.writeString(file, "clusters:\n  - {name: a, kube");
            await().untilAsserted(() -> assertFalse(inventory.faults().isEmpty()));
            assertEquals(List.of("a", "b"), names(inventory.current().orElseThrow()));

            Files.delete(file);
            await().untilAsserted(() ->
                    assertTrue(inventory.faults().get(0).expected().contains("NoSuchFile")));
            assertEquals(List.of("a", "b"), names(inventory.current().orElseThrow()));

            replace(file, clusters("a", "b", "c"));
            await().untilAsserted(() -> assertEquals(List.of(List.of("a", "b"), List.of("a", "b", "c")), told));
            assertTrue(inventory.faults().isEmpty());
        }
    }

    @Test
    @DisplayName("the link of a mounted ConfigMap that is turned to another folder is noticed")
    void aTurnedLinkIsNoticed() throws IOException {
        for (String version : List.of("v1", "v2")) {
            Files.createDirectory(folder.resolve(version));
        }
        Files.writeString(folder.resolve("v1/inventory.yaml"), clusters("a"));
        Files.writeString(folder.resolve("v2/inventory.yaml"), clusters("b"));
        Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("v1"));
        Path file = Files.createSymbolicLink(folder.resolve("inventory.yaml"), Path.of("..data/inventory.yaml"));
        try (InventoryFile inventory = InventoryFile.open(file)) {
            assertEquals(List.of("a"), names(inventory.current().orElseThrow()));

            Path turned = Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("v2"));
            Files.move(turned, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);

            await().untilAsserted(() ->
                    assertEquals(List.of("b"), names(inventory.current().orElseThrow())));
        }
    }

    @Test
    @DisplayName("a file that is not there yet is waited for")
    void aMissingFileIsWaitedFor() throws IOException {
        Path file = folder.resolve("late.yaml");
        try (InventoryFile inventory = InventoryFile.open(file)) {
            assertTrue(inventory.current().isEmpty());
            assertFalse(inventory.faults().isEmpty());

            replace(file, clusters("a"));

            await().untilAsserted(() -> assertEquals(
                    List.of("a"),
                    inventory.current().map(InventoryFileIT::names).orElse(List.of())));
        }
    }

    private void replace(Path file, String text) throws IOException {
        Path written = Files.writeString(folder.resolve("written"), text);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String clusters(String... names) {
        StringBuilder text = new StringBuilder("clusters:\n");
        for (String name : names) {
            text.append("  - {name: ").append(name).append(", kubeconfig: k}\n");
        }
        return text.toString();
    }

    private static List<String> names(Inventory inventory) {
        return inventory.clusters().stream().map(InventoryEntry::name).toList();
    }
}
