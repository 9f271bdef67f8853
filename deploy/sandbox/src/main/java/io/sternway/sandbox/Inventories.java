package io.sternway.sandbox;

import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryReader;
import io.sternway.clusters.InventoryReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Reads an inventory file, or says everything that is wrong with it. */
final class Inventories {

    private Inventories() {}

    static Inventory read(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        InventoryReading reading = InventoryReader.read(Files.readAllBytes(file), folder);
        if (reading instanceof InventoryReading.Whole whole) {
            return whole.inventory();
        }
        throw new IOException(
                "the inventory " + file + " cannot be used: " + ((InventoryReading.Faulty) reading).faults());
    }
}
