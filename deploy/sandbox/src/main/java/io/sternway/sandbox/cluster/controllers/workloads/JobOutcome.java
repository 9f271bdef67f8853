package io.sternway.sandbox.cluster.controllers.workloads;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.model.Conditions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a Job stands, by its counts and its deadline. */
enum JobOutcome {
    RUNNING,
    COMPLETE,
    TOO_MANY_FAILURES,
    TOO_LATE;

    static JobOutcome of(ObjectNode job, JsonNode status, int active, ControllerClient client) {
        JsonNode spec = job.path("spec");
        if (status.path("failed").asInt() > Json.number(spec.path("backoffLimit"), 6)) {
            return TOO_MANY_FAILURES;
        }
        Duration left = untilDeadline(job, status, client);
        if (left != null && (left.isNegative() || left.isZero())) {
            return TOO_LATE;
        }
        int succeeded = status.path("succeeded").asInt();
        boolean complete = spec.path("completions").isNumber()
                ? succeeded >= spec.path("completions").asInt()
                : succeeded > 0 && active == 0;
        return complete && !spec.path("suspend").asBoolean() ? COMPLETE : RUNNING;
    }

    /** Until {@code activeDeadlineSeconds} have passed; null: there is no deadline. */
    static @Nullable Duration untilDeadline(JsonNode job, JsonNode status, ControllerClient client) {
        JsonNode seconds = job.at("/spec/activeDeadlineSeconds");
        return seconds.isNumber() && status.has("startTime")
                ? Duration.ofSeconds(seconds.asLong()).minus(client.since(status.get("startTime")))
                : null;
    }

    void write(ObjectNode status, JsonNode spec, String now) {
        switch (this) {
            case COMPLETE -> {
                String reason = "CompletionsReached";
                String message = "Reached expected number of succeeded pods";
                Conditions.put(status, condition("SuccessCriteriaMet", true, reason, message, now));
                Conditions.put(status, condition("Complete", true, reason, message, now));
                status.put("completionTime", now);
            }
            case TOO_MANY_FAILURES ->
                fail(status, "BackoffLimitExceeded", "Job has reached the specified backoff limit", now);
            case TOO_LATE -> fail(status, "DeadlineExceeded", "Job was active longer than specified deadline", now);
            case RUNNING -> {}
        }
    }

    private static void fail(ObjectNode status, String reason, String message, String now) {
        Conditions.put(status, condition("FailureTarget", true, reason, message, now));
        Conditions.put(status, condition("Failed", true, reason, message, now));
    }

    static ObjectNode condition(String type, boolean isTrue, String reason, String message, String now) {
        ObjectNode condition = Conditions.of(type, isTrue, reason, message, now);
        condition.put("lastProbeTime", now);
        return condition;
    }
}
