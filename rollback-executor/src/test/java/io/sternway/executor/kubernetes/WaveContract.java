package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.configMap;
import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Manifests.job;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What waves give evidence of (K12), and how a Job's end is seen (H17); run on the simulated and on the real cluster. */
abstract class WaveContract extends ReplicasContract {
    private static final String FIRST = "sternway.io/wave: \"-1\"";

    @Test
    @DisplayName("K12 a Job that fails in a wave ends the attempt with that evidence, and the next wave is not written")
    void aFailedJobIsEvidence() {
        Space space = space();

        AttemptResult.Refused refused = space.refused(space.content(1, failing("") + configMap("after", "1")));

        Fault fault = refused.faults().get(0);
        assertEquals("JobFailed", fault.reason());
        assertEquals("migrate", fault.object().name());
        assertTrue(fault.evidence());
        assertTrue(fault.message().startsWith("BackoffLimitExceeded"), fault.message());
        assertTrue(space.cluster.find(space.path("configmaps", "after")).isEmpty());
    }

    @Test
    @DisplayName("H17 K12 the same for a Job that wants to be gone at once: it stays so that its end is seen")
    void aFailedJobThatGoesIsEvidence() {
        Space space = space();
        String goes = failing("ttlSecondsAfterFinished: 0");

        AttemptResult.Refused refused = space.refused(space.content(1, goes + configMap("after", "1")));

        assertEquals("JobFailed", refused.faults().get(0).reason());
        assertTrue(space.cluster.find(space.path("configmaps", "after")).isEmpty());
    }

    @Test
    @DisplayName("K12 in a rollback no wave ends the attempt: the next one is written, health judges")
    void aRollbackDoesNotWait() {
        Space space = space();
        String neverReady = deployment("slow", "web:1", ", annotations: {sternway.io/pod: never-ready}")
                .replace("labels: {app: slow}}\nspec", "labels: {app: slow}, annotations: {" + FIRST + "}}\nspec");
        space.applied(space.content(1, configMap("after", "1")));

        AttemptResult once = space.once(space.rollback(2, 1, neverReady + configMap("after", "2")));

        assertTrue(once instanceof AttemptResult.Done, once.toString());
        assertEquals("2", Fields.text(space.cluster.get(space.path("configmaps", "after")), "", "data", "key"));
    }

    @Test
    @DisplayName("H17 a Job that wants to be gone at once stays until its end was seen, and goes with the prune")
    void aJobStaysUntilItsEndWasSeen() {
        Space space = space();
        String migrate = withTtl(job("migrate", "web:1", ""), "ttlSecondsAfterFinished: 0");
        space.applied(space.content(1, migrate));
        await().untilAsserted(() ->
                assertEquals("True", Fields.condition(space.cluster.get(space.path("jobs", "migrate")), "Complete")));
        assertEquals(3600, ttl(space.cluster.get(space.path("jobs", "migrate"))));

        space.prune(space.content(1, migrate));

        await().untilAsserted(() -> assertTrue(space.cluster
                .find(space.path("jobs", "migrate"))
                .map(job -> ttl(job) == 0)
                .orElse(true)));
    }

    private static String failing(String ttl) {
        return withTtl(job("migrate", "web:1", FIRST), ttl)
                .replace(
                        "  template:\n",
                        "  backoffLimit: 0\n  template:\n    metadata: {annotations: {sternway.io/pod: fail}}\n");
    }

    private static String withTtl(String job, String ttl) {
        return ttl.isEmpty() ? job : job.replace("spec:\n  template:", "spec:\n  " + ttl + "\n  template:");
    }

    private static long ttl(Map<String, Object> job) {
        return Fields.number(job, -1, "spec", "ttlSecondsAfterFinished");
    }
}
