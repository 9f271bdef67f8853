package io.sternway.sandbox.cluster.controllers.workloads;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a Deployment says about itself. */
final class DeploymentStatus {
    static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final String COMPLETE = "NewReplicaSetAvailable";

    private DeploymentStatus() {}

    static boolean hasDeadline(JsonNode deployment) {
        JsonNode seconds = deployment.at("/spec/progressDeadlineSeconds");
        return seconds.isNumber() && seconds.asInt() != Integer.MAX_VALUE;
    }

    static ObjectNode condition(String type, String status, String reason, String message, String now) {
        return Json.object()
                .put("type", type)
                .put("status", status)
                .put("lastUpdateTime", now)
                .put("lastTransitionTime", now)
                .put("reason", reason)
                .put("message", message);
    }

    /** Counts and Available; the other conditions stay. */
    static ObjectNode of(ControllerClient client, ObjectNode deployment, RolloutSets sets) {
        List<ObjectNode> all = sets.all();
        RolloutLimits limits = RolloutLimits.of(deployment);
        JsonNode before = deployment.path("status");
        int available = RolloutSets.sum(all, "availableReplicas");
        ObjectNode status = Json.object().put("observedGeneration", Meta.generation(deployment));
        Json.count(status, "replicas", RolloutSets.sum(all, "replicas"));
        Json.count(status, "updatedReplicas", RolloutSets.status(sets.current(), "replicas"));
        Json.count(status, "readyReplicas", RolloutSets.sum(all, "readyReplicas"));
        Json.count(status, "availableReplicas", available);
        Json.count(status, "unavailableReplicas", Math.max(0, RolloutSets.sum(all) - available));
        if (!before.path("conditions").isEmpty()) {
            status.set("conditions", before.get("conditions").deepCopy());
        }
        boolean enough = available >= limits.minAvailable();
        set(
                client,
                status,
                "Available",
                enough ? "True" : "False",
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                enough ? "Deployment has minimum availability." : "Deployment does not have minimum availability.");
        return status;
    }

    /** Condition Progressing. */
    static void progress(ControllerClient client, ObjectNode deployment, RolloutSets sets, ObjectNode status) {
        if (!hasDeadline(deployment)) {
            Conditions.remove(status, "Progressing");
            return;
        }
        JsonNode before = Conditions.get(status, "Progressing");
        boolean wasComplete = before.path("reason").asText().equals(COMPLETE)
                && status.path("replicas").asInt()
                        == status.path("updatedReplicas").asInt();
        if (wasComplete) {
            return;
        }
        String subject = sets.current() == null
                ? "Deployment \"" + Meta.name(deployment) + "\""
                : "ReplicaSet \"" + Meta.name(sets.current()) + "\"";
        if (complete(deployment, status)) {
            set(client, status, "Progressing", "True", COMPLETE, subject + " has successfully progressed.");
        } else if (moved(deployment.path("status"), status)) {
            ObjectNode condition =
                    condition("Progressing", "True", "ReplicaSetUpdated", subject + " is progressing.", client.now());
            if (before.path("status").asText().equals("True")) {
                condition.set("lastTransitionTime", before.get("lastTransitionTime"));
            }
            Conditions.put(status, condition);
        } else if (timedOut(client, deployment, before)) {
            set(client, status, "Progressing", "False", TIMED_OUT, subject + " has timed out progressing.");
        }
    }

    /** kubectl's rule, on the observed generation. */
    static boolean complete(JsonNode deployment, JsonNode status) {
        int wanted = Json.number(deployment.at("/spec/replicas"), 1);
        return status.path("updatedReplicas").asInt() == wanted
                && status.path("replicas").asInt() == wanted
                && status.path("availableReplicas").asInt() == wanted
                && status.path("observedGeneration").asLong() >= Meta.generation(deployment);
    }

    private static boolean moved(JsonNode before, JsonNode now) {
        int oldBefore = count(before, "replicas") - count(before, "updatedReplicas");
        int oldNow = count(now, "replicas") - count(now, "updatedReplicas");
        return count(now, "updatedReplicas") > count(before, "updatedReplicas")
                || oldNow < oldBefore
                || count(now, "readyReplicas") > count(before, "readyReplicas")
                || count(now, "availableReplicas") > count(before, "availableReplicas");
    }

    private static int count(JsonNode status, String field) {
        return status.path(field).asInt();
    }

    private static boolean timedOut(ControllerClient client, JsonNode deployment, JsonNode progressing) {
        String reason = progressing.path("reason").asText();
        if (progressing.isMissingNode() || reason.equals(COMPLETE)) {
            return false;
        }
        return reason.equals(TIMED_OUT) || left(client, deployment, progressing).isNegative();
    }

    /** Until the deadline, counted from the last progress. */
    private static Duration left(ControllerClient client, JsonNode deployment, JsonNode progressing) {
        return Duration.ofSeconds(deployment.at("/spec/progressDeadlineSeconds").asLong())
                .minus(client.since(progressing.path("lastUpdateTime")));
    }

    /** When the deadline has to be looked at; null when nothing runs against it. */
    static @Nullable Duration lookAgain(ControllerClient client, JsonNode deployment, JsonNode status) {
        JsonNode progressing = Conditions.get(status, "Progressing");
        String reason = progressing.path("reason").asText();
        if (!hasDeadline(deployment)
                || progressing.isMissingNode()
                || deployment.at("/spec/paused").asBoolean()
                || complete(deployment, status)
                || reason.equals(COMPLETE)
                || reason.equals(TIMED_OUT)) {
            return null;
        }
        // Timestamps have whole seconds: a second later it has certainly passed.
        return left(client, deployment, progressing).plusSeconds(1);
    }

    private static void set(
            ControllerClient client, ObjectNode status, String type, String value, String reason, String message) {
        JsonNode before = Conditions.get(status, type);
        if (before.path("status").asText().equals(value)
                && before.path("reason").asText().equals(reason)) {
            return;
        }
        ObjectNode condition = condition(type, value, reason, message, client.now());
        if (before.path("status").asText().equals(value)) {
            condition.set("lastTransitionTime", before.get("lastTransitionTime"));
        }
        Conditions.put(status, condition);
    }
}
