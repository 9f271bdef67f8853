package io.sternway.systemtests.environment;

import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryReader;
import io.sternway.clusters.InventoryReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** Clients with an administrator's rights, from an inventory file. */
public final class AdminClients {

    /** The user agent's name is the field manager of what is edited; patience, since tests judge order and outcome. */
    private static final ClientOptions OPTIONS =
            new ClientOptions("kubectl-edit", Duration.ofSeconds(30), Duration.ofSeconds(10));

    private AdminClients() {}

    public static ClusterClients of(Path inventory) {
        InventoryReading reading;
        try {
            reading = InventoryReader.read(
                    Files.readAllBytes(inventory),
                    Objects.requireNonNull(inventory.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (reading instanceof InventoryReading.Whole whole) {
            return ClusterClients.of(whole.inventory(), OPTIONS);
        }
        throw new IllegalStateException("inventory of the tests is faulty: " + reading);
    }
}
