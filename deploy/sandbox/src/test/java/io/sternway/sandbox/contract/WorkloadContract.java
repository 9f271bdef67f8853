package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.daemonSet;
import static io.sternway.sandbox.contract.Manifests.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** DaemonSets, Jobs, Pods and Services. */
interface WorkloadContract {
    private static void complete(Answer now, long generation) {
        assertEquals(generation, now.number("/status/observedGeneration"));
        assertEquals(1, now.number("/status/desiredNumberScheduled"));
        assertEquals(1, now.number("/status/currentNumberScheduled"));
        assertEquals(1, now.number("/status/updatedNumberScheduled"));
        assertEquals(1, now.number("/status/numberAvailable"));
        assertEquals(1, now.number("/status/numberReady"));
    }

    @Test
    default void aDaemonSetHasAPodOnEachNodeAndReplacesIt(Space space) {
        space.apply(daemonSet("agent", "ready")).is(201);
        space.until("DaemonSet", "agent", now -> complete(now, 1));
        String first = space.list("Pod", "").names().get(0);
        assertTrue(first.startsWith("agent-"));
        space.apply(daemonSet("agent", "ready 20ms")).is(200);
        space.until("DaemonSet", "agent", now -> complete(now, 2));
        space.untilGone("Pod", first);
    }

    @Test
    default void aDaemonSetsBrokenPodIsReplacedByTheOldTemplate(Space space) {
        space.apply(daemonSet("agent", "ready")).is(201);
        space.until("DaemonSet", "agent", now -> complete(now, 1));
        space.apply(daemonSet("agent", "crash")).is(200);
        space.until("DaemonSet", "agent", now -> {
            assertEquals(2, now.number("/status/observedGeneration"));
            assertEquals(1, now.number("/status/updatedNumberScheduled"));
            assertEquals(1, now.number("/status/numberUnavailable"));
            assertEquals(0, now.number("/status/numberAvailable"));
        });
        space.apply(daemonSet("agent", "ready")).is(200);
        space.until("DaemonSet", "agent", now -> complete(now, 3));
    }

    @Test
    @DisplayName("H3 a Job succeeds")
    default void aJobSucceeds(Space space) {
        space.apply(job("once", "ready")).is(201);
        Answer done =
                space.until("Job", "once", now -> assertEquals("True CompletionsReached", now.condition("Complete")));
        assertEquals("True CompletionsReached", done.condition("SuccessCriteriaMet"));
        assertEquals(1, done.number("/status/succeeded"));
        assertTrue(done.at("/status/active").isMissingNode());
        assertTrue(done.body().at("/status").hasNonNull("completionTime"));
        assertEquals("", done.condition("Failed"));
        Answer pods = space.list("Pod", "?labelSelector=batch.kubernetes.io%2Fjob-name%3Donce");
        assertEquals(1, pods.names().size());
        assertEquals("Succeeded", pods.text("/items/0/status/phase"));
        assertEquals("Completed", pods.text("/items/0/status/containerStatuses/0/state/terminated/reason"));
        assertTrue(pods.at("/items/0/metadata/finalizers").isMissingNode());
    }

    @Test
    @DisplayName("H3 a Job fails beyond its backoff limit")
    default void aJobFailsBeyondItsBackoffLimit(Space space) {
        space.apply(job("once", "fail", "backoffLimit: 0")).is(201);
        Answer failed =
                space.until("Job", "once", now -> assertEquals("True BackoffLimitExceeded", now.condition("Failed")));
        assertEquals("True BackoffLimitExceeded", failed.condition("FailureTarget"));
        assertEquals(1, failed.number("/status/failed"));
        assertEquals("", failed.condition("Complete"));
        assertEquals("Failed", space.list("Pod", "").text("/items/0/status/phase"));
    }

    @Test
    default void aJobRunsAsManyPodsAsItSays(Space space) {
        space.apply(job("many", "ready", "completions: 3", "parallelism: 2")).is(201);
        Answer done =
                space.until("Job", "many", now -> assertEquals("True CompletionsReached", now.condition("Complete")));
        assertEquals(3, done.number("/status/succeeded"));
        assertEquals(3, space.list("Pod", "").names().size());
    }

    @Test
    default void aCronJobIsAccepted(Space space) {
        Answer cron = space.apply(
                        "{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {schedule: '0 0 1 1 *', "
                                + "jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}}}")
                .is(201);
        assertEquals("Allow", cron.text("/spec/concurrencyPolicy"));
        assertEquals(1, cron.generation());
    }

    @Test
    default void aPodWithoutControllerRunsAndGoes(Space space) {
        space.apply("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: b}]}}")
                .is(201);
        Answer runs = space.until("Pod", "p", now -> assertEquals("True", now.condition("Ready")));
        assertEquals("Running", runs.text("/status/phase"));
        assertEquals("True", runs.condition("PodScheduled"));
        assertTrue(runs.text("/status/podIP").startsWith("10."));
        Answer going = space.delete("Pod", "p").is(200);
        assertTrue(going.body().path("metadata").has("deletionTimestamp"));
        space.untilGone("Pod", "p");
    }

    @Test
    default void aServiceKeepsItsAddressBetweenTypes(Space space) {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {type: %s, selector: {app: a}, "
                + "ports: [{port: 80}]}}";
        String address = space.apply(service.formatted("ClusterIP")).is(201).text("/spec/clusterIP");
        Answer node = space.apply(service.formatted("NodePort")).is(200);
        assertEquals(address, node.text("/spec/clusterIP"));
        long port = node.number("/spec/ports/0/nodePort");
        assertTrue(port >= 30000 && port < 32768, "" + port);
        Answer back = space.apply(service.formatted("ClusterIP")).is(200);
        assertEquals(address, back.text("/spec/clusterIP"));
        assertTrue(back.at("/spec/ports/0/nodePort").isMissingNode());
    }
}
