package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.sandbox.cluster.Faults;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Clusters that do not answer. Unknown is never failure by itself; the deadline is. */
class UnreachableClusterE2E {

    private final SimulatedEnvironment environment = SimulatedEnvironment.get();

    @Test
    @DisplayName("R8, R5: unreachable from the start: NoEvidence halts, and does not quarantine")
    void a_cluster_that_never_answered_halts_the_stage_without_evidence() {
        Scenario scenario = Scenario.on(environment, "never-answers", 3);
        environment.faults(scenario.cluster(3)).unreachable(true);
        scenario.publish(web(scenario, "1", "20s", 1, 2, 3));
        assertEquals(AuditType.RunHalted, scenario.awaitRunEnd(1), scenario::inShort);
        Audit halted = scenario.awaitAudit(AuditType.RunHalted);
        assertEquals(AuditReason.NoEvidence, halted.record().reason(), halted::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.RevisionQuarantined), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1, 2);
        environment.faults(scenario.cluster(3)).clear();
    }

    @Test
    @DisplayName("H4: away for a while within the deadline is not a failure")
    void a_cluster_that_answers_again_in_time_is_not_a_failure() {
        for (Consumer<Faults> fault : List.<Consumer<Faults>>of(
                faults -> faults.unreachable(true),
                faults -> faults.answer(503),
                faults -> faults.answer(429),
                faults -> faults.credentialsExpired(true))) {
            Scenario scenario = Scenario.on(environment, "away-" + NUMBER.incrementAndGet(), 2);
            Faults faults = environment.faults(scenario.cluster(2));
            fault.accept(faults);
            scenario.publish(web(scenario, "1", "3m", 1, 2));
            scenario.awaitAudit(
                    AuditType.TargetHealthy, record -> scenario.cluster(1).equals(record.cluster()));
            scenario.awaitPending(2);
            faults.clear();
            assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
            Outcome.assertServes(scenario, "web", "1", 1, 2);
            assertEquals(0, Outcome.count(scenario, AuditType.TargetFailed), scenario::inShort);
        }
    }

    @Test
    @DisplayName("R10: unreachable during the soak starts the soak again and fails nothing")
    void a_cluster_that_is_away_during_the_soak_soaks_again() {
        Scenario scenario = Scenario.on(environment, "away-in-soak", 2);
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1, 2)
                        .rollout("progressDeadline", "3m")
                        .rollout("minSuccessTime", "10s")),
                List.of(Manifests.deployment(scenario.namespace(), "web", "1", PodBehaviour.READY))));
        scenario.awaitAudit(AuditType.StageSoaking);
        environment.faults(scenario.cluster(2)).unreachable(true);
        scenario.awaitAudit(
                AuditType.TargetUnknown, record -> scenario.cluster(2).equals(record.cluster()));
        environment.faults(scenario.cluster(2)).clear();
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.TargetFailed), scenario::inShort);
    }

    @Test
    @DisplayName("R20: a cluster that is away is named, the others are back at once, and it is restored later")
    void a_cluster_that_was_away_during_the_rollback_is_restored_when_it_returns() {
        Scenario scenario = Scenario.on(environment, "away-in-rollback", 3);
        scenario.publish(web(scenario, "1"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1, 2, 3)
                        .rollout("progressDeadline", "30s")
                        .with("failureThreshold", "10s")),
                List.of(Manifests.deployment(scenario.namespace(), "web", "2", PodBehaviour.CRASH))));
        scenario.awaitAudit(
                AuditType.TargetApplied,
                record -> scenario.cluster(3).equals(record.cluster()) && Objects.equals(record.revision(), 2L));
        environment.faults(scenario.cluster(3)).unreachable(true);
        assertEquals(AuditType.RunPartiallyRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1, 2);
        Audit ended = scenario.awaitAudit(AuditType.RollbackEnded);
        assertTrue(ended.record().message().contains(scenario.cluster(3)), ended::inShort);

        environment.faults(scenario.cluster(3)).clear();
        Audit restored = scenario.awaitAudit(AuditType.TargetRestored);
        assertEquals(scenario.cluster(3), restored.record().cluster());
        Outcome.assertServes(scenario, "web", "1", 3);
        AuditSequence.assertGapless(scenario);
    }

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static Map<String, Object> web(Scenario scenario, String version) {
        return web(scenario, version, "3m", 1, 2, 3);
    }

    private static Map<String, Object> web(Scenario scenario, String version, String deadline, int... numbers) {
        return scenario.document(
                List.of(scenario.stage("one", numbers).rollout("progressDeadline", deadline)),
                List.of(Manifests.deployment(scenario.namespace(), "web", version, PodBehaviour.READY)));
    }
}
