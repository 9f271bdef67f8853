package io.sternway.snapshot;

import static io.sternway.snapshot.Manifests.deployment;
import static io.sternway.snapshot.Manifests.normalise;
import static io.sternway.snapshot.Manifests.normalised;
import static io.sternway.snapshot.Manifests.yaml;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.settings.ApplyOptions.HelmHooks;
import io.sternway.snapshot.Normalisation.Manifest;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("K0")
class NormalisationTest {

    private static final String CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf, namespace: shop}\n";

    @Test
    @DisplayName("K0 what an API server or kubectl wrote is stripped")
    void serverFieldsAreStripped() {
        JsonNode object = normalised("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: conf
                  namespace: shop
                  uid: 0-1
                  resourceVersion: "7"
                  generation: 3
                  creationTimestamp: 2026-01-01T00:00:00Z
                  selfLink: /api
                  managedFields: [{manager: kubectl}]
                  annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}
                data: {a: b}
                status: {phase: Active}
                """);
        assertEquals(yaml(CONFIG + "data: {a: b}"), object);
    }

    @Test
    @DisplayName("K0 nulls and creationTimestamp in a Pod template are stripped")
    void nullsAreStripped() {
        JsonNode with = normalised(deployment("paused: null", "nodeName: null", "resources: null")
                .replace("metadata: {labels: {app: web}}", "metadata: {creationTimestamp: null, labels: {app: web}}"));
        assertEquals(normalised(deployment("", "", "")), with);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Deployment  | strategy       |                                            | {type: RollingUpdate, rollingUpdate: {maxUnavailable: 25%, maxSurge: 25%}}
            Deployment  | strategy       | {rollingUpdate: {maxSurge: 1}}             | {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 25%}}
            Deployment  | strategy       | {type: Recreate, rollingUpdate: null}      | {type: Recreate}
            StatefulSet | updateStrategy |                                            | {type: RollingUpdate, rollingUpdate: {partition: 0}}
            StatefulSet | updateStrategy | {type: OnDelete}                           | {type: OnDelete}
            DaemonSet   | updateStrategy | {type: RollingUpdate}                      | {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}
            DaemonSet   | updateStrategy | {rollingUpdate: {maxUnavailable: 2}}       | {type: RollingUpdate, rollingUpdate: {maxUnavailable: 2, maxSurge: 0}}
            """)
    @DisplayName("K0 strategies are named whole, with what the API server would fill in")
    void strategiesAreNamedWhole(String kind, String field, String written, String whole) {
        String spec = written == null ? "" : field + ": " + written;
        JsonNode object = normalised(deployment(spec, "", "").replace("kind: Deployment", "kind: " + kind));
        assertEquals(yaml(whole), object.path("spec").path(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"})
    @DisplayName("K0 the service account is explicit: empty, which changes no Pod, where none is named")
    void serviceAccountIsExplicit(String kind) {
        String unnamed = deployment("", "", "").replace("kind: Deployment", "kind: " + kind);
        String named = deployment("", "serviceAccount: robot", "").replace("kind: Deployment", "kind: " + kind);
        JsonNode without = normalised(unnamed).at("/spec/template/spec");
        JsonNode with = normalised(named).at("/spec/template/spec");
        assertEquals("", without.path("serviceAccountName").textValue());
        assertEquals("", without.path("serviceAccount").textValue());
        assertEquals("robot", with.path("serviceAccountName").textValue());
        assertEquals("robot", with.path("serviceAccount").textValue());
    }

    @Test
    @DisplayName("K0 the service account is explicit in Jobs, CronJobs and Pods too")
    void serviceAccountIsExplicitInEveryPodTemplate() {
        String pod = "{containers: [{name: a, image: b}]}";
        assertEquals(
                "",
                normalised("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: " + pod)
                        .at("/spec/serviceAccountName")
                        .textValue());
        assertEquals(
                "",
                normalised("apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {spec: " + pod
                                + "}}")
                        .at("/spec/template/spec/serviceAccountName")
                        .textValue());
        assertEquals(
                "",
                normalised("apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\n"
                                + "spec: {jobTemplate: {spec: {template: {spec: " + pod + "}}}}")
                        .at("/spec/jobTemplate/spec/template/spec/serviceAccountName")
                        .textValue());
    }

    @Test
    @DisplayName("K0 a namespaced kind without namespace is in default, a cluster-scoped one in none")
    void namespaceIsExplicitWhereTheKindIsKnown() {
        assertEquals(
                "default",
                normalised("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}")
                        .at("/metadata/namespace")
                        .asText());
        assertTrue(normalised("apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: b}")
                .at("/metadata/namespace")
                .isMissingNode());
        assertTrue(normalised("apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: a}")
                .at("/metadata/namespace")
                .isMissingNode());
    }

    @Test
    @DisplayName("K0 lists are flattened, typed ones too")
    void listsAreFlattened() {
        Content content = normalise("apiVersion: v1\nkind: List\nitems:\n- "
                        + CONFIG.strip().replace("\n", "\n  ")
                        + "\n- apiVersion: v1\n  kind: ConfigMapList\n  items: [{metadata: {name: b}}]")
                .content();
        assertEquals(
                List.of("ConfigMap default/b", "ConfigMap shop/conf"),
                content.objects().stream()
                        .map(object -> ObjectIdentity.of(object).toString())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            just text                                                              | manifests[0]                        | must be a Kubernetes object
            {kind: ConfigMap, metadata: {name: a}}                                 | manifests[0].apiVersion             | is required
            {apiVersion: v1, metadata: {name: a}}                                  | manifests[0].kind                   | is required
            {apiVersion: v1, kind: ConfigMap}                                      | manifests[0].metadata.name          | every object has a name
            {apiVersion: v1, kind: ConfigMap, metadata: {name: 7}}                 | manifests[0].metadata.name          | put it in quotes
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a/b}}               | manifests[0].metadata.name          | without /
            {apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}        | manifests[0].metadata.generateName  | cannot be put back
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: A_}}  | manifests[0].metadata.namespace     | DNS label
            {apiVersion: 1, kind: ConfigMap, metadata: {name: a}}                  | manifests[0].apiVersion             | for example apps/v1
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a, ownerReferences: [{uid: x}]}} | manifests[0].metadata.ownerReferences | another one on each cluster
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {v: 1.0}}} | manifests[0].metadata.labels.v    | put it in quotes
            {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {port: 8080}} | manifests[0].data.port          | "8080"
            """)
    @DisplayName("K0 an object that cannot be put back is refused with its path")
    void malformedObjectsAreRefused(String manifest, String path, String message) {
        assertFault(normalise(manifest), path, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            env: [{name: A, value: x}, {name: B}, {name: A}]                | env[2]            | the same name as
            ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}] | ports[1]         | the same containerPort and protocol as
            volumeMounts: [{mountPath: /a, name: v}, {mountPath: /a, name: w}] | volumeMounts[1] | the same mountPath as
            env: [{name: A, value: 8080}]                                   | env[0].value      | must be a string
            args: [1]                                                       | args[0]           | must be a string
            """)
    @DisplayName("K0 duplicate keys of lists, and values that are no strings, are refused in containers")
    void containersAreChecked(String container, String path, String message) {
        assertFault(
                normalise(deployment("", "", container)),
                "manifests[0].spec.template.spec.containers[0]." + path,
                message);
    }

    @Test
    @DisplayName("K0 duplicate volumes, containers and Service ports are refused")
    void duplicatesElsewhereAreRefused() {
        assertFault(
                normalise(deployment("", "volumes: [{name: a}, {name: a}]", "")),
                "manifests[0].spec.template.spec.volumes[1]",
                "the same name");
        assertFault(
                normalise(deployment("", "initContainers: [{name: a, image: i}, {name: a, image: i}]", "")),
                "manifests[0].spec.template.spec.initContainers[1]",
                "the same name");
        assertFault(
                normalise("apiVersion: v1\nkind: Service\nmetadata: {name: a}\n"
                        + "spec: {ports: [{name: a, port: 80}, {name: b, port: 80}]}"),
                "manifests[0].spec.ports[1]",
                "the same port and protocol");
    }

    @Test
    @DisplayName("K0 the same port number for TCP and UDP is no duplicate")
    void portsDifferByProtocol() {
        assertEquals(
                List.of(),
                normalise(deployment("", "", "ports: [{containerPort: 53}, {containerPort: 53, protocol: UDP}]"))
                        .faults());
    }

    @Test
    @DisplayName("Section 4: a Secret with data is refused, naming the ways out and no value")
    void secretsWithDataAreRefused() {
        for (String data :
                List.of("data: {key: aHVzaA==}", "stringData: {key: hush}", "data: {}\nstringData: {a: hush}")) {
            Normalisation.Result result =
                    normalise("apiVersion: v1\nkind: Secret\nmetadata: {name: s, labels: {n: 1}}\n" + data);
            assertFault(result, "manifests[0].data", "ExternalSecret");
            assertEquals(1, result.faults().size());
            assertFalse(
                    result.faults().toString().contains("hush"), result.faults().toString());
            assertFalse(
                    result.faults().toString().contains("aHVzaA"),
                    result.faults().toString());
        }
        assertEquals(
                List.of(),
                normalise("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {}")
                        .faults());
    }

    @Test
    @DisplayName("K6 hooks of Helm are refused with their path, or left out")
    void helmHooksAreRefusedOrIgnored() {
        String hook = CONFIG.replace("namespace: shop", "annotations: {helm.sh/hook: pre-install}");
        assertFault(normalise(hook), "manifests[0].metadata.annotations[\"helm.sh/hook\"]", "helmHooks: Ignore");
        Normalisation.Result ignored = normalise(HelmHooks.Ignore, List.of(yaml(hook), yaml(CONFIG)));
        assertEquals(List.of(), ignored.faults());
        assertEquals(1, ignored.content().objects().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {name: a, labels: {applyset.kubernetes.io/part-of: x}}",
                "metadata: {name: a, labels: {sternway.io/anything: x}}",
                "metadata: {name: a, annotations: {sternway.io/epoch: '3'}}",
                "metadata: {name: a, annotations: {applyset.kubernetes.io/tooling: x}}",
                "metadata: {name: a, annotations: {sternway.io/wave: soon}}",
                "metadata: {name: a, annotations: {sternway.io/prune: 'yes'}}",
                "metadata: {name: sternway-shop-abc, namespace: sternway-system}"
            })
    @DisplayName("K1 labels, annotations and inventories of our own are refused")
    void reservedNamesAreRefused(String metadata) {
        assertEquals(
                1,
                normalise("apiVersion: v1\nkind: ConfigMap\n" + metadata)
                        .faults()
                        .size());
    }

    @Test
    @DisplayName("K3 K5 K6 annotations that steer the delivery are taken")
    void steeringAnnotationsAreTaken() {
        assertEquals(
                List.of(),
                normalise(
                                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {sternway.io/wave: '2', "
                                        + "sternway.io/prune: 'true', sternway.io/rerun: Always, sternway.io/replace: IfImmutable}}")
                        .faults());
    }

    @Test
    @DisplayName("R4 the same object twice is refused, across applications and versions too")
    void theSameObjectTwiceIsRefused() {
        String v1 = "apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}";
        String v2 =
                "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a, namespace: default}";
        Normalisation.Result result = Normalisation.normalise(
                List.of(
                        new Manifest("shop", FieldPath.of("content[0].manifests[0]"), yaml(v1)),
                        new Manifest("cart", FieldPath.of("content[1].manifests[0]"), yaml(v2))),
                HelmHooks.Refuse);
        assertFault(result, "content[1].manifests[0]", "already at content[0].manifests[0] (application shop)");
    }

    @Test
    @DisplayName("K0 every fault of every object is found at once")
    void everyFaultIsFoundAtOnce() {
        Normalisation.Result result = normalise(
                deployment("", "", "env: [{name: A}, {name: A}]"),
                "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: x}}",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: 1, b: \"${cluster.nam}\"}",
                "{kind: 3}");
        assertEquals(
                List.of(
                        "manifests[0].spec.template.spec.containers[0].env[1]",
                        "manifests[1].metadata.generateName",
                        "manifests[2].data.a",
                        "manifests[2].data.b",
                        "manifests[3].apiVersion",
                        "manifests[3].kind",
                        "manifests[3].metadata.name"),
                result.faults().stream().map(Fault::path).toList());
    }

    @Test
    @DisplayName("K0 characters that cannot be stored are refused")
    void unstorableCharactersAreRefused() {
        assertFault(normalise(CONFIG + "data: {a: \"x\\0y\"}"), "manifests[0].data.a", "U+0000");
        JsonNode halfPair = ((com.fasterxml.jackson.databind.node.ObjectNode) yaml(CONFIG))
                .set("data", yaml("{}").deepCopy());
        ((com.fasterxml.jackson.databind.node.ObjectNode) halfPair.get("data")).put("a", "x\ud800y");
        assertFault(normalise(HelmHooks.Refuse, List.of(halfPair)), "manifests[0].data.a", "surrogate");
        assertEquals(List.of(), normalise(CONFIG + "data: {a: \"😀\"}").faults());
    }

    @Test
    @DisplayName("K0 the manifest that was handed in is not changed")
    void theInputIsNotChanged() {
        JsonNode input = yaml(deployment("status: {}", "", ""));
        JsonNode copy = input.deepCopy();
        normalise(HelmHooks.Refuse, List.of(input));
        assertEquals(copy, input);
    }

    private static void assertFault(Normalisation.Result result, String path, String message) {
        assertTrue(
                result.faults().stream()
                        .anyMatch(fault ->
                                fault.path().equals(path) && fault.message().contains(message)),
                () -> path + ": " + message + " is not in " + result.faults());
    }
}
