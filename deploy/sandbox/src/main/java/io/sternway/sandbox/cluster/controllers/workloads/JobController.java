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
import io.sternway.sandbox.cluster.model.DeleteOptions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.model.Propagation;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs Pods to completion, counts them, gives up beyond the backoff limit or the deadline, and removes old Jobs. */
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
        if (job == null || Meta.deleting(job)) {
            return null;
        }
        return finished(job) ? expire(job) : advance(job);
    }

    private static boolean finished(JsonNode job) {
        return Conditions.isTrue(job.path("status"), "Complete") || Conditions.isTrue(job.path("status"), "Failed");
    }

    private @Nullable Duration expire(ObjectNode job) {
        JsonNode ttl = job.at("/spec/ttlSecondsAfterFinished");
        if (!ttl.isNumber()) {
            return null;
        }
        JsonNode status = job.path("status");
        JsonNode end = status.has("completionTime")
                ? status.get("completionTime")
                : Conditions.get(status, "Failed").path("lastTransitionTime");
        Duration left = Duration.ofSeconds(ttl.asLong()).minus(client.since(end));
        if (!left.isNegative() && !left.isZero()) {
            return left;
        }
        client.delete(JOBS, job, new DeleteOptions(Propagation.FOREGROUND, null, null, null, false));
        return null;
    }

    private @Nullable Duration advance(ObjectNode job) {
        JsonNode spec = job.path("spec");
        ObjectNode status = job.path("status") instanceof ObjectNode before ? before.deepCopy() : Json.object();
        List<ObjectNode> pods = client.claim(PODS, JOBS, job);
        List<ObjectNode> uncounted = pods.stream()
                .filter(pod -> Pods.ended(pod) && Meta.hasFinalizer(pod, TRACKING))
                .toList();
        for (ObjectNode pod : uncounted) {
            String outcome = Pods.phase(pod).equals("Succeeded") ? "succeeded" : "failed";
            status.put(outcome, status.path(outcome).asInt() + 1);
        }
        List<ObjectNode> active = pods.stream().filter(Pods::active).toList();
        boolean suspended = spec.path("suspend").asBoolean();
        if (!suspended && !status.has("startTime")) {
            status.put("startTime", client.now());
        }
        status.putObject("uncountedTerminatedPods");

        JobOutcome outcome = JobOutcome.of(job, status, active.size(), client);
        Duration again = null;
        if (outcome != JobOutcome.RUNNING) {
            active.forEach(pod -> client.delete(PODS, pod));
            active = List.of();
            outcome.write(status, spec, client.now());
        } else if (suspended) {
            active.forEach(pod -> client.delete(PODS, pod));
            active = List.of();
            suspend(status, true);
        } else {
            suspend(status, false);
            again = fill(job, status, active.size());
            active = client.claim(PODS, JOBS, job).stream().filter(Pods::active).toList();
        }
        Json.count(status, "active", active.size());
        Json.count(status, "ready", (int) active.stream().filter(Pods::ready).count());
        if (!status.has("ready")) {
            status.put("ready", 0);
        }
        status.put("terminating", 0);
        client.status(JOBS, job, status);
        uncounted.forEach(pod -> client.release(PODS, pod, TRACKING));
        return again;
    }

    /** Starts what is missing; after failures not before the backoff has passed. */
    private @Nullable Duration fill(ObjectNode job, ObjectNode status, int active) {
        JsonNode spec = job.path("spec");
        int succeeded = status.path("succeeded").asInt();
        int parallelism = Json.number(spec.path("parallelism"), 1);
        int wanted = spec.path("completions").isNumber()
                ? Math.min(parallelism, spec.path("completions").asInt() - succeeded)
                : succeeded > 0 ? active : parallelism;
        int missing = wanted - active;
        Duration deadline = JobOutcome.untilDeadline(job, status, client);
        if (missing <= 0) {
            return deadline;
        }
        Duration wait = backoff(job, status);
        if (!wait.isNegative() && !wait.isZero()) {
            return deadline != null && deadline.compareTo(wait) < 0 ? deadline : wait;
        }
        for (int i = 0; i < missing; i++) {
            ObjectNode pod = Pods.named(Pods.from(spec.path("template"), JOBS, job), job);
            Meta.of(pod).withArrayProperty("finalizers").add(TRACKING);
            client.create(PODS, pod);
        }
        return deadline;
    }

    /** 10 s after the last failure, doubling with each. */
    private Duration backoff(ObjectNode job, ObjectNode status) {
        int failed = status.path("failed").asInt();
        if (failed == 0) {
            return Duration.ZERO;
        }
        Duration wait = FIRST_BACKOFF.multipliedBy(1L << Math.min(failed - 1, 6));
        String last = client.claim(PODS, JOBS, job).stream()
                .filter(pod -> Pods.phase(pod).equals("Failed"))
                .map(pod -> pod.at("/status/containerStatuses")
                        .path(0)
                        .at("/state/terminated/finishedAt")
                        .asText(""))
                .max(String::compareTo)
                .orElse("");
        return last.isEmpty()
                ? Duration.ZERO
                : wait.minus(client.since(Json.object().textNode(last)));
    }

    private void suspend(ObjectNode status, boolean suspended) {
        boolean says = Conditions.isTrue(status, "Suspended");
        if (suspended && !says) {
            status.remove("startTime");
            Conditions.put(
                    status, JobOutcome.condition("Suspended", true, "JobSuspended", "Job suspended", client.now()));
        } else if (!suspended && says) {
            Conditions.put(status, JobOutcome.condition("Suspended", false, "JobResumed", "Job resumed", client.now()));
        }
    }
}
