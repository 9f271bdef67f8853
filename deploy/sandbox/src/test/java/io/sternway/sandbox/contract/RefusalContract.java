package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static io.sternway.sandbox.contract.Manifests.job;
import static io.sternway.sandbox.contract.Manifests.statefulSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an API server refuses, by code and in which words: X4 tells from it what is worth a retry. */
interface RefusalContract extends WordedContract {
    @Test
    @DisplayName("X4 an unknown field is a 500 without reason")
    default void anUnknownFieldIsA500WithoutReason(Space space) {
        space.apply(deployment("d", 1, "ready", "replicaz: 1"))
                .isStatus(
                        500,
                        "",
                        "failed to create typed patch object (/d; apps/v1, Kind=Deployment): "
                                + ".spec.replicaz: field not declared in schema");
        space.get("Deployment", "d").is(404);
    }

    @Test
    default void aWrongTypeIsA500WithoutReason(Space space) {
        space.apply(deployment("d", 1, "ready", "minReadySeconds: soon"))
                .isStatus(
                        500,
                        "",
                        "failed to create typed patch object (/d; apps/v1, Kind=Deployment): "
                                + ".spec.minReadySeconds: expected numeric (int or float), got string");
    }

    @Test
    @DisplayName("K0 a list with a key twice is a 500")
    default void aKeyTwiceIsA500(Space space) {
        space.apply("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: b, "
                        + "env: [{name: X, value: '1'}, {name: X, value: '2'}]}]}}")
                .isStatus(
                        500,
                        "",
                        "failed to create typed patch object (/p; /v1, Kind=Pod): "
                                + ".spec.containers[name=\"a\"].env: duplicate entries for key [name=\"X\"]");
    }

    @Test
    default void aValueThatIsNotAllowedIsA422ThatNamesTheField(Space space) {
        Answer negative = space.apply(deployment("d", -1, "ready"));
        negative.isStatus(
                422,
                "Invalid",
                "Deployment.apps \"d\" is invalid: spec.replicas: Invalid value: -1: "
                        + "must be greater than or equal to 0");
        assertEquals("spec.replicas", negative.text("/details/causes/0/field"));
        assertEquals("FieldValueInvalid", negative.text("/details/causes/0/reason"));
        assertEquals("Deployment", negative.text("/details/kind"));
        assertEquals("apps", negative.text("/details/group"));
    }

    @Test
    default void aRequiredFieldIsNamed(Space space) {
        Answer missing = space.apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 1, "
                + "selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: d}}, "
                + "spec: {containers: [{name: a}]}}}}");
        missing.isStatus(
                422,
                "Invalid",
                "Deployment.apps \"d\" is invalid: spec.template.spec.containers[0].image: Required value");
    }

    @Test
    default void aSelectorThatDoesNotMatchTheTemplateIsRefused(Space space) {
        Answer refused = space.apply("{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 1, "
                + "selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: e}}, "
                + "spec: {containers: [{name: a, image: b}]}}}}");
        refused.isStatus(
                422,
                "Invalid",
                "Deployment.apps \"d\" is invalid: spec.template.metadata.labels: Invalid value: {\"app\":\"e\"}: "
                        + "`selector` does not match template `labels`");
    }

    @Test
    default void aNameThatIsNoDnsNameIsRefused(Space space) {
        Answer refused = space.apply(configMap("Y_", "a: b"));
        refused(refused, "metadata.name", "Invalid value: \"Y_\": a lowercase RFC 1123 subdomain must consist of");
    }

    @Test
    @DisplayName("K6 a Job's template is immutable, also with force")
    default void aJobsTemplateIsImmutable(Space space) {
        space.apply(job("j", "ready")).is(201);
        Answer refused = space.force("sternway", job("j", "fail")).is(422);
        assertTrue(refused.text("/message").startsWith("Job.batch \"j\" is invalid: spec.template: Invalid value: "));
        assertTrue(refused.text("/message").endsWith(": field is immutable"));
        assertEquals("spec.template", refused.text("/details/causes/0/field"));
    }

    @Test
    @DisplayName("K6 a Deployment's selector is immutable, also with force")
    default void aDeploymentsSelectorIsImmutable(Space space) {
        space.apply(deployment("d", 0, "ready")).is(201);
        String other = deployment("d", 0, "ready").replace("app: d", "app: e");
        space.force("sternway", other)
                .isStatus(
                        422,
                        "Invalid",
                        "Deployment.apps \"d\" is invalid: spec.selector: Invalid value: "
                                + "{\"matchLabels\":{\"app\":\"e\"}}: field is immutable");
    }

    @Test
    default void aServicesAddressIsImmutable(Space space) {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]%s}}";
        Answer first = space.apply(service.formatted("")).is(201);
        assertTrue(first.text("/spec/clusterIP").startsWith("10.96."), first.text("/spec/clusterIP"));
        assertEquals("ClusterIP", first.text("/spec/type"));
        Answer refused = space.force("sternway", service.formatted(", clusterIP: 10.96.200.200"));
        refused(refused, "spec.clusterIPs[0]", "Invalid value: [\"10.96.200.200\"]: may not change once set");
    }

    @Test
    default void aStatefulSetsOtherFieldsAreImmutable(Space space) {
        space.apply(statefulSet("s", 0, "ready")).is(201);
        Answer refused =
                space.force("sternway", statefulSet("s", 0, "ready").replace("serviceName: s", "serviceName: t"));
        refused(
                refused,
                "spec",
                "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
                        + "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and "
                        + "'minReadySeconds' are forbidden");
    }

    @Test
    default void aBindingsRoleIsImmutable(Space space) {
        String binding = "{apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: b}, "
                + "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %s}, "
                + "subjects: [{kind: User, name: reader, apiGroup: rbac.authorization.k8s.io}]}";
        space.apply(binding.formatted("one")).is(201);
        Answer refused = space.force("sternway", binding.formatted("two"));
        refused(refused, "roleRef", "Invalid value: ");
        if (speaksForItself()) {
            assertTrue(refused.text("/message").endsWith("cannot change roleRef"), refused.text("/message"));
        }
    }

    @Test
    default void anImmutableConfigMapStaysAsItIs(Space space) {
        String frozen = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, immutable: true, data: {a: %s}}";
        space.apply(frozen.formatted("b")).is(201);
        space.apply(frozen.formatted("c"))
                .isStatus(
                        422,
                        "Invalid",
                        "ConfigMap \"c\" is invalid: data: Forbidden: field is immutable when `immutable` is set");
    }

    @Test
    @DisplayName("K0 a strategy that is not named whole cannot be switched")
    default void aStrategyThatIsNotNamedWholeCannotBeSwitched(Space space) {
        space.apply(deployment("d", 0, "ready")).is(201);
        space.force("sternway", deployment("d", 0, "ready", "strategy: {type: Recreate}"))
                .isStatus(
                        422,
                        "Invalid",
                        "Deployment.apps \"d\" is invalid: spec.strategy.rollingUpdate: Forbidden: "
                                + "may not be specified when strategy `type` is 'Recreate'");
    }

    @Test
    @DisplayName("K0 a strategy that is named whole can be switched, and back")
    default void aStrategyThatIsNamedWholeCanBeSwitched(Space space) {
        String rolling = "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
        space.apply(deployment("d", 0, "ready", rolling)).is(201);
        space.apply(deployment("d", 0, "ready", "strategy: {type: Recreate}")).is(200);
        Answer back = space.apply(deployment("d", 0, "ready", rolling)).is(200);
        assertEquals(1, back.number("/spec/strategy/rollingUpdate/maxSurge"));
    }

    @Test
    default void aMissingNamespaceIsA404ThatNamesIt(Space space) {
        Answer missing = space.in("nowhere").apply(configMap("c", "a: b"));
        missing.isStatus(404, "NotFound", "namespaces \"nowhere\" not found");
        assertEquals("namespaces", missing.text("/details/kind"));
        assertEquals("nowhere", missing.text("/details/name"));
        space.in("nowhere")
                .apply("sternway", "&dryRun=All", configMap("c", "a: b"))
                .is(404);
    }

    @Test
    default void anUnknownKindIsA404(Space space) {
        String body = "{apiVersion: apps/v1, kind: Foo, metadata: {name: f}}";
        String path = "/namespaces/" + space.namespace() + "/foos/f?fieldManager=sternway";
        space.api()
                .patch(Api.APPLY, "/apis/apps/v1" + path, body)
                .isStatus(404, "NotFound", "the server could not find the requested resource");
        assertEquals(
                "404 page not found",
                space.api()
                        .patch(Api.APPLY, "/apis/unknown.test/v1" + path, body)
                        .is(404)
                        .body()
                        .asText()
                        .strip());
    }

    @Test
    default void anAbsentObjectIsA404ThatNamesIt(Space space) {
        Answer absent = space.get("Deployment", "d");
        absent.isStatus(404, "NotFound", "deployments.apps \"d\" not found");
        assertEquals("deployments", absent.text("/details/kind"));
        space.delete("ConfigMap", "c").isStatus(404, "NotFound", "configmaps \"c\" not found");
        space.merge("ConfigMap", "c", "{data: {a: b}}").is(404);
    }

    @Test
    @DisplayName("K0 an object without a name cannot be applied")
    default void anObjectWithoutANameCannotBeApplied(Space space) {
        space.api()
                .patch(
                        Api.APPLY,
                        space.collection("ConfigMap") + "?fieldManager=sternway",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {generateName: c-}}")
                .isStatus(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    @Test
    @DisplayName("K0 managedFields in the content are refused")
    default void managedFieldsInTheContentAreRefused(Space space) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, managedFields: [{manager: x, "
                        + "operation: Apply}]}}")
                .isStatus(400, "BadRequest", "metadata.managedFields must be nil");
    }

    @Test
    default void anApplyWithoutManagerIsRefused(Space space) {
        space.api()
                .patch(Api.APPLY, space.path("ConfigMap", "c"), configMap("c", "a: b"))
                .isStatus(
                        422,
                        "Invalid",
                        "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: "
                                + "is required for apply patch");
    }

    @Test
    default void theNameInTheBodyMustBeTheNameInThePath(Space space) {
        space.api()
                .patch(Api.APPLY, space.path("ConfigMap", "d") + "?fieldManager=sternway", configMap("c", "a: b"))
                .isStatus(400, "BadRequest", "the name of the object (c) does not match the name on the URL (d)");
    }

    @Test
    default void whatIsCreatedTwiceAlreadyExists(Space space) {
        space.create(configMap("c", "a: b")).is(201);
        space.create(configMap("c", "a: b")).isStatus(409, "AlreadyExists", "configmaps \"c\" already exists");
    }

    @Test
    default void anUnsupportedMediaTypeIsA415(Space space) {
        space.create(configMap("c", "a: b")).is(201);
        space.api()
                .patch("application/unheard-of", space.path("ConfigMap", "c"), "{}")
                .is(415);
    }
}
