package io.sternway.systemtests.environment;

import io.sternway.sandbox.cluster.real.RealControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes an inventory of real clusters. */
public final class RealInventory {

    private RealInventory() {}

    /**
     * Writes it.
     *
     * @param slot value of the label {@code slot} that all have; {@code number} counts them from 1
     */
    public static Path write(Path folder, String slot, List<RealControlPlane> planes) {
        StringBuilder yaml = new StringBuilder("clusters:\n");
        for (int i = 0; i < planes.size(); i++) {
            RealControlPlane plane = planes.get(i);
            yaml.append(String.format(
                    Locale.ROOT,
                    "  - {name: %s, labels: {slot: %s, number: \"%d\"}, kubeconfig: \"%s\", context: %s}%n",
                    plane.name(),
                    slot,
                    i + 1,
                    plane.kubeconfig(),
                    plane.name()));
        }
        try {
            Files.createDirectories(folder);
            return Files.writeString(folder.resolve("inventory.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
