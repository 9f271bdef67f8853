package io.sternway.systemtests;

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
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A new revision while the old one is on its way. */
class NewerRevisionE2E {

    private final SimulatedEnvironment environment = SimulatedEnvironment.get();

    @Test
    @DisplayName("R3: while the old one is rolling out")
    void a_new_revision_supersedes_one_that_is_rolling_out() {
        Scenario scenario = Scenario.on(environment, "newer-in-rollout", 3);
        StageBuilder one = scenario.stage("one", 1, 2, 3)
                .rollout("type", "Progressive")
                .rollout("maxConcurrency", 1)
                .rollout("minSuccessTime", "2s");
        scenario.publish(web(scenario, "1", PodBehaviour.READY, one));
        scenario.awaitAudit(AuditType.TargetHealthy);
        scenario.publish(web(scenario, "2", PodBehaviour.READY, one));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        assertEquals(AuditType.RunSuperseded, scenario.awaitRunEnd(1), scenario::inShort);
        Outcome.assertServes(scenario, "web", "2", 1, 2, 3);
        AuditSequence.assertGapless(scenario);
    }

    @Test
    @DisplayName("R3: while the old one waits in its delay")
    void a_new_revision_supersedes_one_that_waits() {
        Scenario scenario = Scenario.on(environment, "newer-in-delay", 2);
        StageBuilder one = scenario.stage("one", 1).with("trigger", Map.of("auto", Map.of("delay", "10m")));
        scenario.publish(web(scenario, "1", PodBehaviour.READY, one, scenario.stage("two", 2)));
        scenario.awaitAudit(AuditType.StageWaiting);
        StageBuilder quick = scenario.stage("one", 1);
        scenario.publish(web(scenario, "2", PodBehaviour.READY, quick, scenario.stage("two", 2)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        assertEquals(AuditType.RunSuperseded, scenario.awaitRunEnd(1), scenario::inShort);
        Outcome.assertServes(scenario, "web", "2", 1, 2);
    }

    @Test
    @DisplayName("R10: auto.delay lets the next stage begin when it is over, and not before")
    void the_delay_of_a_stage_ends_by_itself() {
        Scenario scenario = Scenario.on(environment, "delay-ends", 2);
        StageBuilder one = scenario.stage("one", 1).with("trigger", Map.of("auto", Map.of("delay", "3s")));
        scenario.publish(web(scenario, "1", PodBehaviour.READY, one, scenario.stage("two", 2)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        Audit waiting = scenario.awaitAudit(AuditType.StageWaiting);
        Audit next = scenario.awaitAudit(AuditType.StageStarted, record -> "two".equals(record.stage()));
        assertTrue(
                !next.record()
                        .occurredAt()
                        .isBefore(waiting.record().occurredAt().plusSeconds(2)),
                scenario::inShort);
    }

    @Test
    @DisplayName("R3: while the old one is being rolled back")
    void a_new_revision_takes_over_from_a_rollback() {
        Scenario scenario = Scenario.on(environment, "newer-in-rollback", 2);
        StageBuilder one = scenario.stage("one", 1, 2);
        scenario.publish(web(scenario, "1", PodBehaviour.READY, one));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(web(scenario, "2", PodBehaviour.CRASH, one));
        scenario.awaitAudit(AuditType.StageFailed);
        environment.faults(scenario.cluster(2)).unreachable(true);
        scenario.awaitAudit(AuditType.RollbackBegan);
        scenario.publish(web(scenario, "3", PodBehaviour.READY, one));
        scenario.awaitAudit(AuditType.RollbackEnded);
        environment.faults(scenario.cluster(2)).clear();
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(3), scenario::inShort);
        Outcome.assertServes(scenario, "web", "3", 1, 2);
        assertEquals(1, Outcome.count(scenario, AuditType.RollbackEnded), scenario::inShort);
        AuditSequence.assertGapless(scenario);
    }

    private static Map<String, Object> web(
            Scenario scenario, String version, PodBehaviour pods, StageBuilder... stages) {
        return scenario.document(
                List.of(stages), List.of(Manifests.deployment(scenario.namespace(), "web", version, pods)));
    }
}
