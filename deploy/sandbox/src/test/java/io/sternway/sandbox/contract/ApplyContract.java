package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Server-side apply: what is written, what stands against it, and what stays unchanged. */
interface ApplyContract {
    @Test
    default void anAbsentObjectIsCreatedAndAPresentOneIsChanged(Space space) {
        Answer first = space.apply(configMap("c", "a: '1'")).is(201);
        assertNotEquals("", first.uid());
        Answer second = space.apply(configMap("c", "a: '2'")).is(200);
        assertEquals(first.uid(), second.uid());
        assertNotEquals(first.resourceVersion(), second.resourceVersion());
        assertEquals("2", space.get("ConfigMap", "c").text("/data/a"));
    }

    @Test
    @DisplayName("X2 applying the same again writes nothing")
    default void applyingTheSameAgainLeavesTheResourceVersion(Space space) {
        String[] manifests = {
            configMap("c", "a: '1'"),
            "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: Yg==}}",
            "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {app: a}, ports: [{port: 80}]}}",
            "{apiVersion: v1, kind: ServiceAccount, metadata: {name: s}}",
            "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, "
                    + "rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]}",
            "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: n}, spec: {podSelector: {}}}",
            "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, "
                    + "spec: {defaultBackend: {service: {name: s, port: {number: 80}}}}}",
            "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '0 0 1 1 *', jobTemplate: "
                    + "{spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}}}",
            "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {maxReplicas: 3, "
                    + "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: d}}}",
            deployment("d", 1, "ready"),
        };
        for (String manifest : manifests) {
            Answer first = space.apply(manifest).is(201);
            if (first.text("/kind").equals("Deployment")) {
                first = space.until("Deployment", "d", now -> assertEquals(1, now.number("/status/availableReplicas")));
            }
            Answer second = space.apply(manifest).is(200);
            assertEquals(first.resourceVersion(), second.resourceVersion(), manifest);
            assertEquals(first.generation(), second.generation(), manifest);
        }
    }

    @Test
    default void theAnswerHasDefaultsThatNobodyOwns(Space space) {
        Answer answer = space.apply(deployment("d", 2, "ready")).is(201);
        assertEquals(600, answer.number("/spec/progressDeadlineSeconds"));
        assertEquals(10, answer.number("/spec/revisionHistoryLimit"));
        assertEquals("25%", answer.text("/spec/strategy/rollingUpdate/maxSurge"));
        assertEquals("Always", answer.text("/spec/template/spec/containers/0/imagePullPolicy"));
        assertEquals(1, answer.generation());
        String owned = answer.owned("sternway", "Apply", "").orElseThrow().toString();
        assertTrue(owned.contains("k:{\\\"name\\\":\\\"main\\\"}"), owned);
        assertFalse(owned.contains("progressDeadlineSeconds"), owned);
    }

    @Test
    @DisplayName("K4 a conflict names the field and its manager, and nothing is changed")
    default void aConflictNamesFieldAndManagerAndChangesNothing(Space space) {
        space.apply("other", configMap("c", "a: '1', b: '1'")).is(201);
        Answer conflict = space.apply(configMap("c", "a: '2', b: '2', c: '2'"));
        conflict.isStatus(
                409, "Conflict", "Apply failed with 2 conflicts: conflicts with \"other\":\n- .data.a\n- .data.b");
        assertEquals(
                List.of(
                        "FieldManagerConflict .data.a: conflict with \"other\"",
                        "FieldManagerConflict .data.b: conflict with \"other\""),
                conflict.causes());
        assertEquals("", conflict.text("/details/name"));
        assertEquals(
                "{\"a\":\"1\",\"b\":\"1\"}",
                space.get("ConfigMap", "c").at("/data").toString());
    }

    @Test
    default void oneConflictHasASentenceOfItsOwn(Space space) {
        space.apply("other", deployment("d", 1, "ready")).is(201);
        space.apply(deployment("d", 2, "ready"))
                .isStatus(409, "Conflict", "Apply failed with 1 conflict: conflict with \"other\": .spec.replicas");
    }

    @Test
    @DisplayName("K4 Force takes the field over")
    default void forceTakesTheFieldOver(Space space) {
        space.apply("other", configMap("c", "a: '1', b: '1'")).is(201);
        Answer forced = space.force("sternway", configMap("c", "a: '2'")).is(200);
        assertEquals("{\"a\":\"2\",\"b\":\"1\"}", forced.at("/data").toString());
        assertEquals(
                "{\"f:data\":{\"f:a\":{}}}",
                forced.owned("sternway", "Apply", "").orElseThrow().toString());
        assertEquals(
                "{\"f:data\":{\"f:b\":{}}}",
                forced.owned("other", "Apply", "").orElseThrow().toString());
    }

    @Test
    default void theSameValueIsSharedWithoutConflict(Space space) {
        space.apply("other", configMap("c", "a: '1'")).is(201);
        space.apply(configMap("c", "a: '1'")).is(200);
        Answer left = space.apply("other", "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}")
                .is(200);
        assertEquals("1", left.text("/data/a"), "still owned by sternway");
        assertTrue(left.owned("other", "Apply", "").isEmpty());
    }

    @Test
    default void whatOnlyWeOwnedIsRemovedWhenWeDropIt(Space space) {
        space.apply(configMap("c", "a: '1', b: '1'")).is(201);
        assertEquals(
                "{\"a\":\"1\"}",
                space.apply(configMap("c", "a: '1'")).at("/data").toString());
    }

    @Test
    default void listItemsAreMergedByTheirKey(Space space) {
        String pod = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 0, "
                + "selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: d}}, "
                + "spec: {containers: [%s]}}}}";
        space.apply(pod.formatted("{name: a, image: i, env: [{name: X, value: x}, {name: Y, value: y}], "
                        + "ports: [{containerPort: 80}]}"))
                .is(201);
        space.apply("other", pod.formatted("{name: b, image: sidecar}")).is(200);
        Answer both = space.apply(pod.formatted("{name: a, image: i, env: [{name: Y, value: z}]}"))
                .is(200);
        assertEquals("a", both.text("/spec/template/spec/containers/0/name"));
        assertEquals("b", both.text("/spec/template/spec/containers/1/name"));
        assertEquals(
                "[{\"name\":\"Y\",\"value\":\"z\"}]",
                both.at("/spec/template/spec/containers/0/env").toString());
        assertTrue(both.at("/spec/template/spec/containers/0/ports").isMissingNode());
    }

    @Test
    default void atomicListsAreReplacedWhole(Space space) {
        String role = "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}, "
                + "rules: [{apiGroups: [''], resources: [%s], verbs: [get]}]}";
        space.apply("other", role.formatted("pods")).is(201);
        space.apply(role.formatted("secrets"))
                .isStatus(409, "Conflict", "Apply failed with 1 conflict: conflict with \"other\": .rules");
        assertEquals(
                1,
                space.force("sternway", role.formatted("secrets")).at("/rules").size());
    }

    @Test
    default void setsAreMergedByValue(Space space) {
        String finalizers = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, finalizers: [%s]}}";
        space.apply("other", finalizers.formatted("a.test/x")).is(201);
        Answer both = space.apply(finalizers.formatted("b.test/y")).is(200);
        assertEquals(
                "[\"a.test/x\",\"b.test/y\"]", both.at("/metadata/finalizers").toString());
        space.merge("ConfigMap", "c", "{metadata: {finalizers: null}}").is(200);
    }

    @Test
    @DisplayName("K2 a dry run answers as the write would and stores nothing")
    default void aDryRunAnswersAsTheWriteWouldAndStoresNothing(Space space) {
        Answer tried =
                space.apply("sternway", "&dryRun=All", configMap("c", "a: '1'")).is(201);
        assertEquals("1", tried.text("/data/a"));
        space.get("ConfigMap", "c").is(404);
        Answer real = space.apply("other", configMap("c", "a: '1'")).is(201);
        space.apply("sternway", "&dryRun=All", configMap("c", "a: '2'"))
                .isStatus(409, "Conflict", "Apply failed with 1 conflict: conflict with \"other\": .data.a");
        Answer forced = space.apply("sternway", "&dryRun=All&force=true", configMap("c", "a: '2'"))
                .is(200);
        assertEquals("2", forced.text("/data/a"));
        assertEquals(real.resourceVersion(), space.get("ConfigMap", "c").resourceVersion());
    }

    @Test
    @DisplayName("K3 a stale resourceVersion is a conflict without causes")
    default void aStaleResourceVersionIsAConflictWithoutCauses(Space space) {
        Answer first = space.apply(deployment("d", 0, "ready")).is(201);
        space.apply(deployment("d", 0, "crash")).is(200);
        Answer stale = space.apply(deployment("d", 1, "ready")
                .replace("name: d}\nspec", "name: d, resourceVersion: '%s'}\nspec".formatted(first.resourceVersion())));
        stale.isStatus(
                409,
                "Conflict",
                "Operation cannot be fulfilled on deployments.apps \"d\": the object has been modified; "
                        + "please apply your changes to the latest version and try again");
        assertEquals(List.of(), stale.causes());
        assertEquals("deployments", stale.text("/details/kind"));
        assertEquals("d", stale.text("/details/name"));
    }

    @Test
    @DisplayName("K3 the resourceVersion just read is accepted")
    default void theCurrentResourceVersionIsAccepted(Space space) {
        Answer first = space.apply(configMap("c", "a: '1'")).is(201);
        String current = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, uid: %s, resourceVersion: '%s'}, "
                + "data: {a: '2'}}";
        space.apply(current.formatted(first.uid(), first.resourceVersion())).is(200);
        space.apply(current.formatted(first.uid(), first.resourceVersion())).is(409);
    }

    @Test
    @DisplayName("K3 an absent object is created whatever resourceVersion, but not with a uid")
    default void anAbsentObjectIgnoresTheResourceVersionAndRefusesAUid(Space space) {
        String gone = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, %s}}";
        space.apply(gone.formatted("uid: abc"))
                .isStatus(
                        409,
                        "Conflict",
                        "Operation cannot be fulfilled on configmaps \"c\": uid mismatch: the provided object "
                                + "specified uid abc, and no existing object was found");
        space.apply(gone.formatted("resourceVersion: '1'")).is(201);
    }

    @Test
    @DisplayName("K3 an object that was made anew has another uid, which is refused")
    default void anotherUidIsRefused(Space space) {
        Answer first = space.apply(configMap("c", "a: '1'")).is(201);
        space.delete("ConfigMap", "c").is(200);
        space.apply(configMap("c", "a: '1'")).is(201);
        String old = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, uid: %s}, data: {a: '2'}}";
        Answer refused = space.apply(old.formatted(first.uid())).is(422);
        assertEquals("metadata.uid", refused.text("/details/causes/0/field"));
    }

    @Test
    @DisplayName("K3 an object that is being deleted takes an apply with 200, and goes")
    default void anObjectThatIsBeingDeletedAnswersOk(Space space) {
        space.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, finalizers: [a.test/x]}}")
                .is(201);
        Answer deleted = space.delete("ConfigMap", "c").is(200);
        assertNotEquals("", deleted.text("/metadata/deletionTimestamp"));
        Answer applied = space.apply("other", configMap("c", "a: '1'")).is(200);
        assertNotEquals("", applied.text("/metadata/deletionTimestamp"));
        space.merge("ConfigMap", "c", "{metadata: {finalizers: null}}").is(200);
        space.get("ConfigMap", "c").is(404);
    }

    @Test
    default void anAnnotationOfADeploymentRaisesItsGenerationAndALabelDoesNot(Space space) {
        space.apply(deployment("d", 0, "ready")).is(201);
        assertEquals(
                2,
                space.merge("Deployment", "d", "{metadata: {annotations: {a: b}}}")
                        .generation());
        assertEquals(
                2,
                space.merge("Deployment", "d", "{metadata: {labels: {a: b}}}").generation());
        assertEquals(3, space.merge("Deployment", "d", "{spec: {replicas: 1}}").generation());
    }

    @Test
    default void statusIsWrittenThroughItsSubresourceOnly(Space space) {
        space.apply("{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r}, spec: {replicas: 0, "
                        + "selector: {matchLabels: {app: r}}, template: {metadata: {labels: {app: r}}, "
                        + "spec: {containers: [{name: a, image: b}]}}}, status: {replicas: 7}}")
                .is(201);
        Answer settled =
                space.until("ReplicaSet", "r", now -> assertEquals(1, now.number("/status/observedGeneration")));
        assertEquals(0, settled.number("/status/replicas"));
        Answer unchanged =
                space.merge("ReplicaSet", "r", "{status: {replicas: 7}}").is(200);
        assertEquals(0, unchanged.number("/status/replicas"));
        Answer status = space.api()
                .patch(
                        Api.MERGE,
                        space.path("ReplicaSet", "r") + "/status",
                        "{spec: {replicas: 5}, status: {replicas: 7}}")
                .is(200);
        assertEquals(7, status.number("/status/replicas"));
        assertEquals(0, status.number("/spec/replicas"));
        assertEquals(1, status.generation());
    }

    @Test
    @DisplayName("K0 stringData becomes data")
    default void stringDataBecomesData(Space space) {
        Answer secret = space.apply("{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {a: b}}")
                .is(201);
        assertEquals("Yg==", secret.text("/data/a"));
        assertEquals("Opaque", secret.text("/type"));
        assertTrue(secret.at("/stringData").isMissingNode());
    }
}
