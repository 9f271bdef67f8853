package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real control plane, and what only that one refuses: nobody minds a quota in a simulated cluster. */
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

    @Test
    @Tag("K2")
    @DisplayName("K2 a quota fails before anything is changed, and is no evidence against the revision")
    void quotaIsRefusedUpFront() {
        Space space = space();
        space.cluster.create(
                "/api/v1/namespaces/" + space.namespace + "/resourcequotas",
                "test",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {count/configmaps: \"0\"}}}");
        await().untilAsserted(() -> assertNotEquals(
                "",
                Fields.text(
                        space.cluster.get(space.path("resourcequotas", "q")),
                        "",
                        "status",
                        "used",
                        "count/configmaps")));

        AttemptResult.Refused refused = space.refused(space.content(1, configMap("a", "1") + configMap("b", "1")));

        assertEquals(List.of("Forbidden"), reasons(refused));
        assertFalse(refused.faults().get(0).evidence());
        assertTrue(refused.message().contains("exceeded quota"), refused.message());
        assertTrue(space.cluster.find(space.inventoryPath()).isEmpty());
    }
}
