package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.AuditSequence;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a failure leads to, on simulated clusters. */
class FailurePolicyE2E {

    private final SimulatedEnvironment environment = SimulatedEnvironment.get();

    @Test
    @DisplayName("R18: the very first revision breaks: there is nothing to go back to")
    void the_first_revision_that_breaks_is_halted_and_left_as_it_is() {
        Scenario scenario = Scenario.on(environment, "first-breaks", 2);
        scenario.publish(web(scenario, "1", PodBehaviour.CRASH, scenario.stage("one", 1, 2)));
        assertEquals(AuditType.RunHalted, scenario.awaitRunEnd(1), scenario::inShort);
        Audit halted = scenario.awaitAudit(AuditType.RunHalted);
        assertEquals(AuditReason.NoRollbackTarget, halted.record().reason());
        assertTrue(halted.record().message().contains("no other revision"), halted::inShort);
        assertEquals(Manifests.image("1"), scenario.image(1, "web").orElse("none"));
        assertEquals(0, Outcome.count(scenario, AuditType.RollbackBegan));
        AuditSequence.assertGapless(scenario);
    }

    @Test
    @DisplayName("H9: a failure shorter than the threshold is degraded, then recovered, and nothing is put back")
    void a_failure_shorter_than_the_threshold_is_not_acted_on() {
        Scenario scenario = Scenario.on(environment, "short-failure", 1);
        scenario.publish(web(
                scenario,
                "1",
                PodBehaviour.READY,
                scenario.stage("one", 1).with("failureThreshold", "60s").with("monitorFor", "always")));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.breakPods(1);
        awaitHealth(scenario, "HealthDegraded");
        scenario.mendPods(1);
        awaitHealth(scenario, "HealthRecovered");
        assertEquals(0, Outcome.count(scenario, AuditType.StageFailed), scenario::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.RollbackBegan), scenario::inShort);
    }

    @Test
    @DisplayName("H9: maxConsecutiveFailures is reached before the time")
    void so_many_failures_in_a_row_are_enough_before_the_time() {
        Scenario scenario = goodThenCrashing(
                "count-first", stage -> stage.with("failureThreshold", "1h").with("maxConsecutiveFailures", 3));
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
    }

    @Test
    @DisplayName("H9: the time is reached before maxConsecutiveFailures")
    void the_time_is_enough_before_so_many_failures_in_a_row() {
        Scenario scenario = goodThenCrashing(
                "time-first", stage -> stage.with("failureThreshold", "1s").with("maxConsecutiveFailures", 1000));
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
    }

    @Test
    @DisplayName("H3: PodBehaviour of the failed revision that still crash do not make the rollback fail")
    void pods_of_the_failed_revision_do_not_make_the_rollback_fail() {
        Scenario scenario = goodThenCrashing("old-pods", stage -> stage);
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        List<String> health = Outcome.health(scenario, 1);
        int lastFailure = health.lastIndexOf("HealthFailed");
        assertTrue(
                health.subList(lastFailure + 1, health.size()).stream()
                        .noneMatch(event -> event.equals("HealthDegraded") || event.equals("HealthFailed")),
                health::toString);
    }

    @Test
    @DisplayName("R7, R15: two of six broken, one tolerated, two at a time")
    void a_stage_fails_once_and_nothing_new_is_dispatched() {
        Scenario scenario = Scenario.on(environment, "max-failures", 6);
        StageBuilder all = scenario.stage("one", 1, 2, 3, 4, 5, 6)
                .rollout("type", "Progressive")
                .rollout("maxConcurrency", 2)
                .rollout("maxFailures", 1);
        scenario.publish(web(scenario, "1", PodBehaviour.READY, all));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(web(scenario, "2", PodBehaviour.CRASH, all));
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);

        assertEquals(1, Outcome.count(scenario, AuditType.StageFailed), scenario::inShort);
        List<Audit> second = scenario.audit().stream()
                .filter(audit -> Objects.equals(audit.record().revision(), 2L))
                .toList();
        long dispatched = second.stream()
                .filter(audit -> audit.type() == AuditType.TargetDispatched
                        && "StageDeployRequested".equals(kindOfCommand(audit)))
                .count();
        assertTrue(dispatched <= 4, () -> dispatched + " dispatched:" + scenario.inShort());
        Outcome.assertServes(scenario, "web", "1", 1, 2, 3, 4, 5, 6);
    }

    @Test
    @DisplayName("R15: one broken of six is tolerated, and stays listed")
    void a_tolerated_failure_does_not_stop_the_stage() {
        Scenario scenario = Scenario.on(environment, "tolerated", 6);
        environment.faults(scenario.cluster(3)).controllersDead(true);
        scenario.publish(web(
                scenario,
                "1",
                PodBehaviour.READY,
                scenario.stage("one", 1, 2, 3, 4, 5, 6)
                        .rollout("maxFailures", 1)
                        .rollout("progressDeadline", "30s")));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        Audit failed = scenario.awaitAudit(AuditType.TargetFailed);
        assertEquals(scenario.cluster(3), failed.record().cluster());
        assertEquals(AuditReason.TimedOut, failed.record().reason());
        environment.faults(scenario.cluster(3)).clear();
    }

    @Test
    @DisplayName("R16: Halt leaves clusters as they are, Continue goes on with the next stage")
    void halt_stops_and_continue_goes_on() {
        Scenario halt = goodThenCrashing("halts", stage -> stage.with("onFailure", "Halt"));
        assertEquals(AuditType.RunHalted, halt.awaitRunEnd(2), halt::inShort);
        assertEquals(Manifests.image("2"), halt.image(1, "web").orElse("none"));

        Scenario goesOn = Scenario.on(environment, "continues", 2);
        goesOn.publish(goesOn.document(
                List.of(
                        goesOn.stage("one", 1)
                                .with("onFailure", "Continue")
                                .content(List.of(
                                        Manifests.deployment(goesOn.namespace(), "web", "1", PodBehaviour.CRASH))),
                        goesOn.stage("two", 2)),
                List.of(Manifests.deployment(goesOn.namespace(), "web", "1", PodBehaviour.READY))));
        assertEquals(AuditType.RunSucceeded, goesOn.awaitRunEnd(1), goesOn::inShort);
        Outcome.assertServes(goesOn, "web", "1", 2);
        assertEquals(0, Outcome.count(goesOn, AuditType.RevisionQuarantined));
    }

    @Test
    @DisplayName("R22: an earlier stage fails within monitorFor while a later one deploys")
    void an_earlier_stage_that_fails_takes_the_later_one_back_too() {
        Scenario scenario = Scenario.on(environment, "earlier-fails", 2);
        scenario.publish(slowSecondStage(scenario, "1", "100ms"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(slowSecondStage(scenario, "2", "30s"));
        scenario.awaitAudit(
                AuditType.StageStarted,
                record -> "two".equals(record.stage()) && Objects.equals(record.revision(), 2L));
        scenario.breakPods(1);
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1, 2);
        Audit failed = scenario.awaitAudit(AuditType.StageFailed);
        assertEquals("one", failed.record().stage());
        AuditSequence.assertGapless(scenario);
    }

    /** Stage one is watched for ever; stage two takes long enough that stage one breaks meanwhile. */
    private static Map<String, Object> slowSecondStage(Scenario scenario, String version, String delay) {
        String ns = scenario.namespace();
        return scenario.document(
                List.of(
                        scenario.stage("one", 1).with("monitorFor", "always"),
                        scenario.stage("two", 2)
                                .content(List.of(Manifests.deployment(ns, "web", version, PodBehaviour.READY, delay)))),
                List.of(Manifests.deployment(ns, "web", version, PodBehaviour.READY)));
    }

    private Scenario goodThenCrashing(String name, UnaryOperator<StageBuilder> settings) {
        Scenario scenario = Scenario.on(environment, name, 1);
        StageBuilder stage = settings.apply(scenario.stage("one", 1));
        scenario.publish(web(scenario, "1", PodBehaviour.READY, stage));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(web(scenario, "2", PodBehaviour.CRASH, stage));
        return scenario;
    }

    private static Map<String, Object> web(Scenario scenario, String version, PodBehaviour pods, StageBuilder stage) {
        return scenario.document(
                List.of(stage), List.of(Manifests.deployment(scenario.namespace(), "web", version, pods)));
    }

    private static void awaitHealth(Scenario scenario, String event) {
        await().atMost(Scenario.PATIENCE)
                .untilAsserted(() -> assertTrue(
                        Outcome.health(scenario, 1).contains(event),
                        () -> Outcome.health(scenario, 1).toString()));
    }

    private static String kindOfCommand(Audit audit) {
        return "Rollback".equals(audit.record().details().get("purpose"))
                ? "RollbackRequested"
                : "StageDeployRequested";
    }
}
