package io.sternway.executor.kubernetes;

import io.sternway.sandbox.cluster.real.RealControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/** On a real control plane. */
class RealDeliveryIT extends FreezeContract {
    private static RealControlPlane controlPlane;
    private static Cluster cluster;

    @BeforeAll
    static void up() {
        RealControlPlane.whyNot().ifPresent(reason -> Assumptions.abort(reason));
        controlPlane = RealControlPlane.start();
        cluster = new Cluster(controlPlane.kubeconfig(), controlPlane.name());
    }

    @AfterAll
    static void down() {
        if (controlPlane != null) {
            cluster.close();
            controlPlane.close();
        }
    }

    @Override
    Cluster cluster() {
        return cluster;
    }
}
