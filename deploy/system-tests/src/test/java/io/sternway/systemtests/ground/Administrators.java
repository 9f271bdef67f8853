package io.sternway.systemtests.ground;

import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryReader;
import io.sternway.clusters.InventoryReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Clients with an administrator's rights, from an inventory file. */
final class Administrators {

    private Administrators() {}

    static ClusterClients of(Path inventory) {
        InventoryReading reading;
        try {
            reading = InventoryReader.read(
                    Files.readAllBytes(inventory),
                    Objects.requireNonNull(inventory.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (reading instanceof InventoryReading.Whole whole) {
            return ClusterClients.of(whole.inventory(), ClientOptions.of("kubectl-edit"));
        }
        throw new IllegalStateException("inventory of the tests is faulty: " + reading);
    }
}
