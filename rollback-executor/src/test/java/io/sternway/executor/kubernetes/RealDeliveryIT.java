package io.sternway.executor.kubernetes;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On a real control plane. */
class RealDeliveryIT extends DeliveryContract {
    private static Cluster cluster;

    @BeforeAll
    static void up() {
        cluster = new Cluster(Path.of(System.getProperty("kubeconfig")), "cp");
    }

    @AfterAll
    static void down() {
        cluster.close();
    }

    @Override
    Cluster cluster() {
        return cluster;
    }
}
