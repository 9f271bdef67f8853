package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How Deployments roll out, break, and come back. */
interface DeploymentContract {
    private static void complete(Answer now, long generation, int replicas) {
        assertEquals(generation, now.number("/status/observedGeneration"));
        assertEquals(replicas, now.number("/status/replicas"));
        assertEquals(replicas, now.number("/status/updatedReplicas"));
        assertEquals(replicas, now.number("/status/readyReplicas"));
        assertEquals(replicas, now.number("/status/availableReplicas"));
        assertEquals("True NewReplicaSetAvailable", now.condition("Progressing"));
        assertEquals("True MinimumReplicasAvailable", now.condition("Available"));
    }

    /** The Pods that are not on their way out, and what the first container of each waits for. */
    private static List<String> waiting(Space space, String app) {
        return podsOf(space, app).stream()
                .map(pod -> pod.at("/status/containerStatuses/0/state/waiting/reason")
                        .asText(""))
                .toList();
    }

    private static List<JsonNode> podsOf(Space space, String app) {
        List<JsonNode> pods = new java.util.ArrayList<>();
        space.list("Pod", "?labelSelector=app%3D" + app).at("/items").forEach(pod -> {
            if (!pod.path("metadata").has("deletionTimestamp")) {
                pods.add(pod);
            }
        });
        return pods;
    }

    @Test
    @DisplayName("H3 a Deployment becomes ready through a ReplicaSet and its Pods")
    default void becomesReadyThroughAReplicaSetAndItsPods(Space space) {
        Answer applied = space.apply(deployment("web", 3, "ready")).is(201);
        Answer ready = space.until("Deployment", "web", now -> complete(now, 1, 3));
        assertEquals("1", ready.text("/metadata/annotations/deployment.kubernetes.io~1revision"));
        Answer sets = space.list("ReplicaSet", "?labelSelector=app%3Dweb").is(200);
        assertEquals(1, sets.names().size());
        String hash = sets.text("/items/0/metadata/labels/pod-template-hash");
        assertEquals("web-" + hash, sets.names().get(0));
        assertEquals(hash, sets.text("/items/0/spec/selector/matchLabels/pod-template-hash"));
        assertEquals(hash, sets.text("/items/0/spec/template/metadata/labels/pod-template-hash"));
        assertEquals(applied.uid(), sets.text("/items/0/metadata/ownerReferences/0/uid"));
        assertEquals(3, sets.number("/items/0/status/availableReplicas"));
        assertEquals(
                "ReplicaSet \"web-" + hash + "\" has successfully progressed.", ready.conditionMessage("Progressing"));
        List<JsonNode> pods = podsOf(space, "web");
        assertEquals(3, pods.size());
        JsonNode pod = pods.get(0);
        assertTrue(pod.at("/metadata/name").asText().startsWith("web-" + hash + "-"));
        assertEquals(
                sets.names().get(0), pod.at("/metadata/ownerReferences/0/name").asText());
        assertEquals("Running", pod.at("/status/phase").asText());
        assertTrue(pod.at("/status/containerStatuses/0/ready").asBoolean());
        assertEquals("node", pod.at("/spec/nodeName").asText());
    }

    @Test
    default void rollsToTheNextTemplateAndKeepsTheOldReplicaSet(Space space) {
        space.apply(deployment("web", 3, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 3));
        Answer second = space.apply(deployment("web", 3, "ready 50ms")).is(200);
        assertEquals(2, second.generation());
        Answer done = space.until("Deployment", "web", now -> complete(now, 2, 3));
        assertEquals("2", done.text("/metadata/annotations/deployment.kubernetes.io~1revision"));
        Answer sets = space.untilListed("ReplicaSet", "", now -> {
            assertEquals(2, now.names().size());
            assertEquals(3, now.number("/items/0/status/replicas") + now.number("/items/1/status/replicas"));
        });
        assertEquals(3, sets.number("/items/0/spec/replicas") + sets.number("/items/1/spec/replicas"));
    }

    @Test
    @DisplayName("K0 applying a template that had been replaced takes its ReplicaSet up again")
    default void anOldTemplateTakesItsReplicaSetUpAgain(Space space) {
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 2));
        String first = space.list("ReplicaSet", "").names().get(0);
        space.apply(deployment("web", 2, "ready 10ms")).is(200);
        space.until("Deployment", "web", now -> complete(now, 2, 2));
        space.apply(deployment("web", 2, "ready")).is(200);
        Answer back = space.until("Deployment", "web", now -> complete(now, 3, 2));
        assertEquals("3", back.text("/metadata/annotations/deployment.kubernetes.io~1revision"));
        assertEquals(2, space.list("ReplicaSet", "").names().size());
        Answer set = space.get("ReplicaSet", first).is(200);
        assertEquals(2, set.number("/spec/replicas"));
        assertEquals("3", set.text("/metadata/annotations/deployment.kubernetes.io~1revision"));
    }

    @Test
    @DisplayName("H3 crashing Pods hold the rollout up, and the old ones serve on")
    default void crashingPodsHoldTheRolloutUpAndTheOldOnesServeOn(Space space) {
        String limits = "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}";
        space.apply(deployment("web", 3, "ready", limits)).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 3));
        space.apply(deployment("web", 3, "crash", limits)).is(200);
        Answer stuck = space.until("Deployment", "web", now -> {
            assertEquals(2, now.number("/status/observedGeneration"));
            assertEquals(2, now.number("/status/updatedReplicas"));
            assertEquals(4, now.number("/status/replicas"));
            assertEquals(2, now.number("/status/availableReplicas"));
            assertEquals(2, now.number("/status/unavailableReplicas"));
        });
        assertEquals("True MinimumReplicasAvailable", stuck.condition("Available"));
        assertEquals("True ReplicaSetUpdated", stuck.condition("Progressing"));
        space.untilListed(
                "Pod",
                "",
                now -> assertEquals(
                        2,
                        waiting(space, "web").stream()
                                .filter("CrashLoopBackOff"::equals)
                                .count()));
        JsonNode crashing = podsOf(space, "web").stream()
                .filter(pod ->
                        pod.at("/status/containerStatuses/0/restartCount").asInt() > 0)
                .findFirst()
                .orElseThrow();
        assertEquals("Running", crashing.at("/status/phase").asText());
        assertEquals(
                1,
                crashing.at("/status/containerStatuses/0/lastState/terminated/exitCode")
                        .asInt());
    }

    @Test
    @DisplayName("H3 ProgressDeadlineExceeded, the rollback, and the sequence of its status")
    default void theDeadlineIsExceededAndTheRollbackCompletesAtOnce(Space space) {
        String deadline = "progressDeadlineSeconds: 2";
        space.apply(deployment("web", 3, "ready", deadline)).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 3));
        space.apply(deployment("web", 3, "never-ready", deadline)).is(200);
        Answer exceeded = space.until("Deployment", "web", now -> {
            assertEquals("False ProgressDeadlineExceeded", now.condition("Progressing"));
            assertEquals(1, now.number("/status/updatedReplicas"));
        });
        assertEquals(2, exceeded.number("/status/observedGeneration"));
        assertTrue(
                exceeded.conditionMessage("Progressing")
                        .matches("ReplicaSet \"web-[a-z0-9]+\" has timed out progressing."),
                exceeded.conditionMessage("Progressing"));
        assertEquals("True MinimumReplicasAvailable", exceeded.condition("Available"), "25 % of three is none");
        assertEquals(3, exceeded.number("/status/availableReplicas"));

        Answer back = space.apply(deployment("web", 3, "ready", deadline)).is(200);
        assertEquals(3, back.generation());
        assertEquals(2, back.number("/status/observedGeneration"), "the old status stands at first");
        assertEquals("False ProgressDeadlineExceeded", back.condition("Progressing"));
        space.until("Deployment", "web", now -> complete(now, 3, 3));
    }

    @Test
    default void anImageThatCannotBePulledStaysPending(Space space) {
        space.apply(deployment("web", 1, "unpullable")).is(201);
        space.untilListed("Pod", "", now -> assertEquals(List.of("ImagePullBackOff"), waiting(space, "web")));
        JsonNode pod = podsOf(space, "web").get(0);
        assertEquals("Pending", pod.at("/status/phase").asText());
        Answer web = space.until(
                "Deployment",
                "web",
                now -> assertEquals("False MinimumReplicasUnavailable", now.condition("Available")));
        assertEquals("Deployment does not have minimum availability.", web.conditionMessage("Available"));
        assertEquals(1, web.number("/status/unavailableReplicas"));
    }

    @Test
    @DisplayName("H3 Pods that crash after completion take Available away, and never exceed the deadline")
    default void aCrashAfterCompletionTakesAvailableAway(Space space) {
        space.apply(deployment("web", 2, "ready-then-crash 400ms", "progressDeadlineSeconds: 1"))
                .is(201);
        space.until("Deployment", "web", now -> {
            assertEquals("True NewReplicaSetAvailable", now.condition("Progressing"));
            assertEquals("False MinimumReplicasUnavailable", now.condition("Available"));
            assertEquals(0, now.number("/status/availableReplicas"));
        });
        assertEquals(List.of("CrashLoopBackOff", "CrashLoopBackOff"), waiting(space, "web"));
        JsonNode pod = podsOf(space, "web").get(0);
        assertEquals("Running", pod.at("/status/phase").asText());
        assertEquals(1, pod.at("/status/containerStatuses/0/restartCount").asInt());
    }

    @Test
    default void recreateEndsTheOldPodsFirst(Space space) {
        String strategy = "strategy: {type: Recreate}";
        space.apply(deployment("web", 2, "ready", strategy)).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 2));
        space.apply(deployment("web", 2, "never-ready", strategy)).is(200);
        space.until("Deployment", "web", now -> {
            assertEquals(2, now.number("/status/updatedReplicas"));
            assertEquals(2, now.number("/status/replicas"));
            assertEquals(0, now.number("/status/availableReplicas"));
            assertEquals("False MinimumReplicasUnavailable", now.condition("Available"));
        });
        space.apply(deployment("web", 2, "ready", strategy)).is(200);
        space.until("Deployment", "web", now -> complete(now, 3, 2));
    }

    @Test
    @DisplayName("K3 a paused Deployment takes a new template and does not roll")
    default void aPausedDeploymentDoesNotRoll(Space space) {
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 2));
        space.merge("Deployment", "web", "{spec: {paused: true}}").is(200);
        space.until("Deployment", "web", now -> assertEquals("Unknown DeploymentPaused", now.condition("Progressing")));
        Answer applied = space.apply(deployment("web", 2, "crash")).is(200);
        Answer paused = space.until(
                "Deployment",
                "web",
                now -> assertEquals(applied.generation(), now.number("/status/observedGeneration")));
        assertEquals("Deployment is paused", paused.conditionMessage("Progressing"));
        assertEquals(0, paused.number("/status/updatedReplicas"));
        assertEquals(2, paused.number("/status/availableReplicas"));
        space.apply(deployment("web", 2, "ready 10ms")).is(200);
        space.merge("Deployment", "web", "{spec: {paused: false}}").is(200);
        space.until("Deployment", "web", now -> complete(now, now.generation(), 2));
    }

    @Test
    @DisplayName("H3 zero replicas are observed")
    default void zeroReplicasAreObserved(Space space) {
        space.apply(deployment("web", 0, "ready")).is(201);
        Answer none = space.until("Deployment", "web", now -> {
            assertEquals(1, now.number("/status/observedGeneration"));
            assertEquals("True NewReplicaSetAvailable", now.condition("Progressing"));
        });
        assertTrue(none.at("/status/replicas").isMissingNode(), "zero is left out");
        assertEquals("True MinimumReplicasAvailable", none.condition("Available"));
    }

    @Test
    default void scalingDoesNotMakeANewReplicaSet(Space space) {
        space.apply(deployment("web", 1, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 1));
        space.apply(deployment("web", 4, "ready")).is(200);
        space.until("Deployment", "web", now -> complete(now, 2, 4));
        space.apply(deployment("web", 1, "ready")).is(200);
        space.until("Deployment", "web", now -> complete(now, 3, 1));
        assertEquals(1, space.list("ReplicaSet", "").names().size());
    }

    @Test
    default void minReadySecondsDelayAvailability(Space space) {
        space.apply(deployment("web", 1, "ready", "minReadySeconds: 4")).is(201);
        space.until("Deployment", "web", now -> {
            assertEquals(1, now.number("/status/readyReplicas"));
            assertEquals(0, now.number("/status/availableReplicas"));
        });
        space.until("Deployment", "web", now -> complete(now, 1, 1));
    }

    @Test
    default void theHistoryIsLimited(Space space) {
        for (int i = 0; i < 3; i++) {
            space.apply(deployment("web", 1, "ready " + (10 + i) + "ms", "revisionHistoryLimit: 1"));
            int generation = i + 1;
            space.until("Deployment", "web", now -> complete(now, generation, 1));
        }
        space.untilListed("ReplicaSet", "", now -> assertEquals(2, now.names().size()));
    }

    @Test
    default void anOrphanedReplicaSetIsAdoptedAgain(Space space) {
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 2));
        List<String> pods = podsOf(space, "web").stream()
                .map(pod -> pod.at("/metadata/uid").asText())
                .sorted()
                .toList();
        space.delete("Deployment", "web", "propagationPolicy: Orphan").is(200);
        space.untilGone("Deployment", "web");
        space.apply(deployment("web", 2, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 2));
        assertEquals(
                pods,
                podsOf(space, "web").stream()
                        .map(pod -> pod.at("/metadata/uid").asText())
                        .sorted()
                        .toList());
    }

    @Test
    @DisplayName("K4 adoption: an apply over what kubectl applied replaces no Pod")
    default void whatAnotherManagerAppliedIsAdoptedWithoutReplacingAPod(Space space) {
        space.apply("kubectl", deployment("web", 1, "ready")).is(201);
        space.until("Deployment", "web", now -> complete(now, 1, 1));
        Answer adopted = space.apply(deployment("web", 1, "ready")).is(200);
        assertEquals(1, adopted.generation());
        assertTrue(adopted.owned("kubectl", "Apply", "").isPresent());
        assertTrue(adopted.owned("sternway", "Apply", "").isPresent());
        ObjectNode pod = (ObjectNode) podsOf(space, "web").get(0);
        assertEquals("Running", pod.at("/status/phase").asText());
    }
}
