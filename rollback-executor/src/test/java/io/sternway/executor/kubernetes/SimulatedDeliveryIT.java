package io.sternway.executor.kubernetes;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a simulated cluster. */
class SimulatedDeliveryIT extends FreezeContract {
    @TempDir
    static Path folder;

    private static OneSimulatedCluster simulated;

    @BeforeAll
    static void up() {
        simulated = OneSimulatedCluster.start(folder);
    }

    @AfterAll
    static void down() {
        simulated.close();
    }

    @Override
    Cluster cluster() {
        return simulated.cluster;
    }
}
