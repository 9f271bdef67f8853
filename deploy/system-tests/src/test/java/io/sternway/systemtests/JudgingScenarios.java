package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.ClusterReported;
import io.sternway.events.ObservationSequence;
import io.sternway.events.RolloutObserved;
import io.sternway.messaging.Received;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.AuditSequence;
import io.sternway.systemtests.scenario.Editors;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What others do to a good revision, and what people do to a broken one, must not be judged wrongly. */
interface JudgingScenarios {

    TestEnvironment environment();

    @Test
    @DisplayName(
            "H14: a stage that is monitored stands while its workload is scaled up and its new Pods take their time")
    default void scaling_up_is_no_failure() {
        Scenario scenario = Scenario.on(environment(), "scaled-up", 1);
        scenario.publish(web(scenario, "1", PodBehaviour.READY, monitored(scenario)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        Editors.scale(scenario, 1, "web", 6);
        awaitJudged(scenario, awaitAvailable(scenario, 6));

        assertEquals(
                1,
                Outcome.health(scenario, 1).stream()
                        .filter("HealthReady"::equals)
                        .count());
        assertEquals("HealthReady", Outcome.health(scenario, 1).stream().reduce("", (before, last) -> last));
        assertEquals(0, Outcome.count(scenario, AuditType.StageFailed), scenario::inShort);
    }

    @Test
    @DisplayName(
            "H16: a workload that is annotated ten times a second soaks in time, without a transition of its target")
    default void annotations_do_not_start_the_soak_again() throws IOException {
        Scenario scenario = Scenario.on(environment(), "annotated", 1);
        StageBuilder soaking = monitored(scenario).rollout("minSuccessTime", "6s");
        scenario.publish(web(scenario, "1", PodBehaviour.READY, soaking));
        await().atMost(Scenario.PATIENCE)
                .until(() -> Outcome.health(scenario, 1).contains("HealthReady"));
        try (Closeable annotating = Editors.annotate(scenario, 1, "web")) {
            assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), annotating + scenario.inShort());
        }
        List<String> health = Outcome.health(scenario, 1);
        assertEquals("HealthReady", health.get(health.size() - 1));
        assertEquals(1, health.stream().filter("HealthReady"::equals).count(), health::toString);
        AuditSequence.assertGapless(scenario);
    }

    @Test
    @DisplayName("H20: a crashing revision that somebody scales to 0 does not pass, and what goes back runs again")
    default void scaled_to_nothing_is_no_success() {
        Scenario scenario = Scenario.on(environment(), "scaled-to-0", 1);
        scenario.publish(web(scenario, "1", PodBehaviour.READY, monitored(scenario)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        StageBuilder patient =
                monitored(scenario).with("failureThreshold", "2m").rollout("progressDeadline", "15s");
        scenario.publish(web(scenario, "2", PodBehaviour.CRASH, patient));
        await().atMost(Scenario.PATIENCE)
                .until(() -> Outcome.health(scenario, 1).contains("HealthDegraded"));
        Editors.scale(scenario, 1, "web", 0);

        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
        assertEquals(2, Editors.deployment(scenario, 1, "web").getSpec().getReplicas());
        Audit failed = scenario.awaitAudit(AuditType.StageFailed);
        assertTrue(failed.record().message().contains("web"), failed::inShort);
    }

    @Test
    @DisplayName(
            "H17 K12: a migration that completes and goes at once is no failure; one that fails is evidence at once")
    default void migrations_are_seen_to_their_end() {
        Scenario scenario = Scenario.on(environment(), "migrated", 1);
        String ns = scenario.namespace();
        scenario.publish(scenario.document(
                List.of(monitored(scenario)),
                List.of(
                        Manifests.migration(ns, "migrate-1", "1", "ready"),
                        Manifests.deployment(ns, "web", "1", PodBehaviour.READY))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        scenario.publish(scenario.document(
                List.of(monitored(scenario).rollout("progressDeadline", "1h")),
                List.of(
                        Manifests.migration(ns, "migrate-2", "2", "fail"),
                        Manifests.deployment(ns, "web", "2", PodBehaviour.READY))));

        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
        Audit failed = scenario.awaitAudit(AuditType.TargetFailed);
        assertTrue(failed.record().message().contains("migrate-2"), failed::inShort);
        assertEquals(1, Outcome.count(scenario, AuditType.RevisionQuarantined), scenario::inShort);
    }

    private static StageBuilder monitored(Scenario scenario) {
        return scenario.stage("one", 1).with("monitorFor", "1h");
    }

    private static Map<String, Object> web(Scenario scenario, String version, PodBehaviour pods, StageBuilder stage) {
        Map<String, String> does = Map.of("sternway.io/pod", pods.annotation(), "sternway.io/pod-delay", "2s");
        Map<String, Object> web = Manifests.deployment(scenario.namespace(), "web", version, 2, does);
        return scenario.document(List.of(stage), List.of(web));
    }

    /** Waits until the watcher has seen that many available, and says in which look. */
    private static ObservationSequence awaitAvailable(Scenario scenario, int number) {
        Recorded look = scenario.environment()
                .topics()
                .await(
                        "a look at " + number + " available Pods",
                        Scenario.PATIENCE,
                        record -> scenario.target(1).key().equals(record.key()) && available(record) == number);
        return ((RolloutObserved) look.event().data()).sequence();
    }

    private static int available(Recorded record) {
        return record.received() instanceof Received.Known known
                        && known.event().data() instanceof RolloutObserved seen
                ? seen.objects().stream()
                        .map(RolloutObserved.ObservedObject::workload)
                        .mapToInt(workload -> workload == null ? 0 : workload.available())
                        .sum()
                : -1;
    }

    /** Waits until the evaluator has reported a cluster as of that look, or of a later one. */
    private static void awaitJudged(Scenario scenario, ObservationSequence look) {
        scenario.environment()
                .topics()
                .await(
                        "a report of look " + look,
                        Scenario.PATIENCE,
                        record -> scenario.cluster(1).equals(record.key())
                                && record.received() instanceof Received.Known known
                                && known.event().data() instanceof ClusterReported report
                                && report.sequence().term() == look.term()
                                && report.sequence().counter() >= look.counter());
    }
}
