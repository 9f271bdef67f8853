package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real control plane, and what only that one refuses: nobody minds a quota in a simulated cluster. */
class RealDeliveryIT extends FreezeContract {
    /** "CA" in base64: what it says is not looked at. */
    private static final String CA = "Q0E=";

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

    @Test
    @DisplayName("K8 the rules of an aggregated ClusterRole are its controller's, in a deployment and in a rollback")
    void aggregatedRulesStay() {
        Space space = space();
        String role = """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s-all}
                aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: %1$s}}]}
                rules: []
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s-part, labels: {part: %1$s}}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(space.namespace);
        String path = "/apis/rbac.authorization.k8s.io/v1/clusterroles/" + space.namespace + "-all";
        space.applied(space.content(1, role));
        await().untilAsserted(() ->
                assertEquals(1, Fields.maps(space.cluster.get(path), "rules").size()));

        space.applied(space.content(2, role + configMap("other", "1")));
        assertEquals(1, Fields.maps(space.cluster.get(path), "rules").size());
        space.applied(space.rollback(3, 1, role));
        assertEquals(1, Fields.maps(space.cluster.get(path), "rules").size());
    }

    @Test
    @DisplayName("K8 a CA that was injected into a webhook stays, whether the snapshot leaves room for it or not")
    void anInjectedCaStays() {
        Space space = space();
        String path =
                "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/" + space.namespace + "-guard";
        String withRoom = webhook(space, "\"\"");
        space.applied(space.content(1, withRoom));
        space.cluster.patch(
                path,
                "cainjector",
                List.of(Map.of("op", "add", "path", "/webhooks/0/clientConfig/caBundle", "value", CA)));

        space.applied(space.content(2, withRoom.replace("timeoutSeconds: 1", "timeoutSeconds: 2")));
        assertEquals(CA, ca(space, path));
        space.applied(space.rollback(3, 1, withRoom));
        assertEquals(CA, ca(space, path));
        space.applied(space.rollback(4, 1, withRoom.replace(", caBundle: \"\"", "")));
        assertEquals(CA, ca(space, path));
    }

    private static String ca(Space space, String path) {
        Map<String, Object> hook =
                Fields.maps(space.cluster.get(path), "webhooks").get(0);
        return Fields.text(hook, "", "clientConfig", "caBundle");
    }

    @Test
    @DisplayName("K10 a claim that has grown stays, and everything else is put back")
    void aGrownClaimDoesNotKeepTheRest() {
        Space space = space();
        String storage = space.namespace + "-grows";
        space.cluster.create(
                "/apis/storage.k8s.io/v1/storageclasses",
                "test",
                "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: " + storage
                        + "}, provisioner: example.org/none, allowVolumeExpansion: true}");
        space.cluster.create("/api/v1/persistentvolumes", "test", """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %1$s}
                spec:
                  capacity: {storage: 5Gi}
                  accessModes: [ReadWriteOnce]
                  storageClassName: %1$s
                  hostPath: {path: /tmp}
                """.formatted(storage));
        String claim = """
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: NS}
                spec:
                  storageClassName: %s
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
                """.formatted(storage);
        space.applied(space.content(1, deployment("web", "web:1") + claim));
        await().untilAsserted(() -> assertEquals(
                "Bound",
                Fields.text(space.cluster.get(space.path("persistentvolumeclaims", "data")), "", "status", "phase")));
        space.applied(space.content(2, deployment("web", "web:2") + claim.replace("1Gi", "2Gi")));

        AttemptResult.Done done = space.applied(space.rollback(3, 1, deployment("web", "web:1") + claim));

        assertEquals(List.of(), done.exceptions());
        assertEquals(1, Space.notes(done, NoteKind.Retained).size());
        assertEquals("web:1", image(space.cluster.get(space.path("deployments", "web"))));
        assertEquals(2, done.objects().size());
    }

    @Test
    @DisplayName("K10 a binding of another role is replaced by the old one in a rollback, and by nobody else")
    void aBindingGoesBack() {
        Space space = space();
        String binding = """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: reads, namespace: NS}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
                subjects: [{kind: User, name: somebody, apiGroup: rbac.authorization.k8s.io}]
                """;
        space.applied(space.content(1, binding));
        String other = binding.replace("name: view", "name: edit");
        assertFalse(space.refused(space.content(2, other)).faults().isEmpty());
        String leave = "metadata: {name: reads, namespace: NS, annotations: {sternway.io/replace: IfImmutable}}";
        space.applied(space.content(3, other.replace("metadata: {name: reads, namespace: NS}", leave)));

        AttemptResult.Done done = space.applied(space.rollback(4, 1, binding));

        assertEquals(List.of(), done.exceptions());
        Map<String, Object> reads = space.cluster.get(
                "/apis/rbac.authorization.k8s.io/v1/namespaces/" + space.namespace + "/rolebindings/reads");
        assertEquals("view", Fields.text(reads, "", "roleRef", "name"));
    }

    @Test
    @DisplayName(
            "K10 an immutable ConfigMap with other data is replaced; if that fails, the one that was there is made again")
    void anImmutableConfigMapGoesBack() {
        Space space = space();
        String frozen = configMap("conf", "2") + "immutable: true\n";
        space.applied(space.content(1, configMap("conf", "1")));
        space.applied(space.content(2, frozen));

        AttemptResult.Done failed = assertInstanceOf(
                AttemptResult.Done.class,
                space.through(RefusesNewConfigMap::new).once(space.rollback(3, 1, configMap("conf", "1"))));
        assertEquals("conf", failed.exceptions().get(0).object().name());
        assertEquals("2", Fields.text(space.cluster.get(space.path("configmaps", "conf")), "", "data", "key"));

        AttemptResult.Done done = space.applied(space.rollback(4, 1, configMap("conf", "1")));
        assertEquals(List.of(), done.exceptions());
        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "conf")), "", "data", "key"));
    }

    /** Somebody's admission refuses what was just deleted to be made anew. */
    private static final class RefusesNewConfigMap extends Calls {

        RefusesNewConfigMap(ClusterApi to) {
            super(to);
        }

        @Override
        ClusterApi.Reply around(String call, Supplier<ClusterApi.Reply> make) {
            boolean creates = call.startsWith("APPLY") && call.endsWith("/configmaps/conf");
            return creates
                    ? new ClusterApi.Failed(
                            new ApiAnswer(422, "Invalid", "not now", "configmaps", List.of(), null), false)
                    : make.get();
        }
    }

    @Test
    @DisplayName("K11 a webhook that became strict and does not answer is put back before what it refuses")
    void aStrictWebhookGoesBackFirst() {
        Space space = space();
        String lenient = webhook(space, "\"\"").replace("failurePolicy: Fail", "failurePolicy: Ignore");
        space.applied(space.content(1, lenient + configMap("conf", "1")));
        space.applied(space.content(2, webhook(space, "\"\"") + configMap("conf", "2")));

        space.applied(space.rollback(3, 1, lenient + configMap("conf", "1")));

        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "conf")), "", "data", "key"));
    }

    @Test
    @DisplayName("K11 a refusing webhook that the failed revision brought goes before anything is tried, and is noted")
    void aRefusingWebhookGoesFirst() {
        Space space = space();
        String same = webhook(space, "\"\"")
                .replace("-guard", "-same")
                .replace("failurePolicy: Fail", "failurePolicy: Ignore");
        space.applied(space.content(1, same + configMap("conf", "1")));
        space.applied(space.content(2, same + configMap("conf", "2") + webhook(space, "\"\"")));

        AttemptResult.Done done = space.applied(space.rollback(3, 1, same + configMap("conf", "1")));

        assertEquals("1", Fields.text(space.cluster.get(space.path("configmaps", "conf")), "", "data", "key"));
        assertEquals(1, Space.notes(done, NoteKind.Removed).size());
        assertEquals(List.of(), Space.notes(done, NoteKind.Observed), "what was right was not put right");
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
