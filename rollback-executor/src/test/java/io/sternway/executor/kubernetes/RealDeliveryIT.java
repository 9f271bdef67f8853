package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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

    @Test
    @DisplayName("K15 an object that is larger than etcd takes is refused by name, with evidence")
    void anObjectThatIsTooLarge() {
        Space space = space();
        String group = space.namespace + ".example.org";
        String definition = crd(group, "v1");
        String chunk = "x".repeat(900_000);
        String large = """
                ---
                apiVersion: %s/v1
                kind: Widget
                metadata: {name: large, namespace: NS}
                spec: {one: "%s", two: "%s"}
                """.formatted(group, chunk, chunk);

        AttemptResult.Refused refused = space.refused(space.content(1, definition + large));

        assertEquals(List.of("RequestTooLarge"), reasons(refused));
        assertEquals("large", refused.faults().get(0).object().name());
        assertTrue(refused.faults().get(0).evidence());
    }

    @Test
    @DisplayName("K15 a webhook configuration whose caBundle is no base64 is refused by name, with evidence")
    void aCaBundleThatIsNone() {
        Space space = space();
        AttemptResult.Refused refused = space.refused(space.content(1, webhook(space, "\"no base64!\"")));

        assertTrue(refused.faults().get(0).evidence());
        assertTrue(refused.faults().get(0).object().name().startsWith(space.namespace));
    }

    @Test
    @DisplayName("K15 X10 a webhook that does not answer is named with its object, and says nothing about the cluster")
    void aWebhookThatIsAway() {
        Space space = space();
        space.applied(space.content(1, webhook(space, "\"\"")));

        AttemptResult once = space.other("b").once(space.other("b").content(2, configMap("guarded", "1")));

        AttemptResult.RetryLater again = assertInstanceOf(AttemptResult.RetryLater.class, once);
        assertEquals("WebhookUnavailable", again.why());
        assertTrue(again.message().contains("guarded"), again.message());
    }

    private static String webhook(Space space, String caBundle) {
        return """
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: %1$s-guard}
                webhooks:
                  - name: guard.example.org
                    admissionReviewVersions: [v1]
                    sideEffects: None
                    timeoutSeconds: 1
                    failurePolicy: Fail
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    clientConfig: {service: {name: away, namespace: %1$s}, caBundle: %2$s}
                    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}]
                """.formatted(space.namespace, caBundle);
    }
}
