package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.JOBS;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs Pods to completion, counts them, and gives up beyond the backoff limit. A suspended Job waits without a word. */
public final class JobController implements Reconciler {
    private static final String TRACKING = "batch.kubernetes.io/job-tracking";
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);

    private final ControllerClient client;

    public JobController(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        Owners.concerned(event, JOBS, PODS, concerned, client);
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode job = client.get(JOBS, key);
        boolean atRest = job == null
                || Meta.deleting(job)
                || job.at("/spec/suspend").asBoolean()
                || Conditions.isTrue(job.path("status"), "Complete")
                || Conditions.isTrue(job.path("status"), "Failed");
        return job == null || atRest ? null : advance(job);
    }

    private @Nullable Duration advance(ObjectNode job) {
        ObjectNode status = job.path("status") instanceof ObjectNode before ? before.deepCopy() : Json.object();
        List<ObjectNode> pods = client.claim(PODS, JOBS, job);
        List<ObjectNode> uncounted = pods.stream()
                .filter(pod -> Pods.ended(pod) && Meta.hasFinalizer(pod, TRACKING))
                .toList();
        for (ObjectNode pod : uncounted) {
            String outcome = Pods.phase(pod).equals("Succeeded") ? "succeeded" : "failed";
            status.put(outcome, status.path(outcome).asInt() + 1);
        }
        if (!status.has("startTime")) {
            status.put("startTime", client.now());
        }
        status.putObject("uncountedTerminatedPods");
        Duration again = null;
        if (status.path("failed").asInt() > Json.number(job.at("/spec/backoffLimit"), 6)) {
            end(status, "FailureTarget", "Failed", "BackoffLimitExceeded", "the backoff limit is exceeded");
        } else if (complete(job, status, active(pods).size())) {
            end(status, "SuccessCriteriaMet", "Complete", "CompletionsReached", "all completions are reached");
            status.put("completionTime", client.now());
        } else {
            again = fill(job, status, pods);
        }
        List<ObjectNode> active = active(client.claim(PODS, JOBS, job));
        Json.count(status, "active", active.size());
        status.put("ready", (int) active.stream().filter(Pods::ready).count());
        status.put("terminating", 0);
        client.status(JOBS, job, status);
        uncounted.forEach(pod -> client.release(PODS, pod, TRACKING));
        if (status.has("conditions")) {
            active.forEach(pod -> client.delete(PODS, pod));
        }
        return again;
    }

    private static List<ObjectNode> active(List<ObjectNode> pods) {
        return pods.stream().filter(Pods::active).toList();
    }

    private static boolean complete(JsonNode job, JsonNode status, int active) {
        int succeeded = status.path("succeeded").asInt();
        JsonNode completions = job.at("/spec/completions");
        return completions.isNumber() ? succeeded >= completions.asInt() : succeeded > 0 && active == 0;
    }

    private void end(ObjectNode status, String first, String last, String reason, String message) {
        for (String type : List.of(first, last)) {
            ObjectNode condition = Conditions.of(type, true, reason, message, client.now());
            Conditions.put(status, condition.put("lastProbeTime", client.now()));
        }
    }

    /** Starts what is missing; after failures not before the backoff has passed. */
    private @Nullable Duration fill(ObjectNode job, ObjectNode status, List<ObjectNode> pods) {
        JsonNode completions = job.at("/spec/completions");
        int succeeded = status.path("succeeded").asInt();
        int active = active(pods).size();
        int parallelism = Json.number(job.at("/spec/parallelism"), 1);
        int wanted = completions.isNumber()
                ? Math.min(parallelism, completions.asInt() - succeeded)
                : succeeded > 0 ? active : parallelism;
        if (wanted <= active) {
            return null;
        }
        Duration wait = backoff(status, pods);
        if (!wait.isNegative() && !wait.isZero()) {
            return wait;
        }
        for (int i = active; i < wanted; i++) {
            ObjectNode pod = Pods.named(Pods.from(job.at("/spec/template"), JOBS, job), job);
            Meta.of(pod).withArrayProperty("finalizers").add(TRACKING);
            client.create(PODS, pod);
        }
        return null;
    }

    /** 10 s after the last failure, doubling with each. */
    private Duration backoff(ObjectNode status, List<ObjectNode> pods) {
        int failed = status.path("failed").asInt();
        Duration sinceLast = pods.stream()
                .filter(pod -> Pods.phase(pod).equals("Failed"))
                .map(pod -> client.since(pod.at("/status/containerStatuses/0/state/terminated/finishedAt")))
                .min(Duration::compareTo)
                .orElse(Duration.ofDays(1));
        return failed == 0
                ? Duration.ZERO
                : FIRST_BACKOFF.multipliedBy(1L << Math.min(failed - 1, 6)).minus(sinceLast);
    }
}
