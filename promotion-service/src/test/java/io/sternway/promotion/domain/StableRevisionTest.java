package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is stable in a stage that went back, and what a cluster gets that joins then (R5, R6, R17, R22). */
class StableRevisionTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Stage a runs revision 2, which is quarantined for its failure in stage b; revision 1 succeeded in both. */
    private static World quarantinedElsewhere(Stages a) {
        World world = World.of(a, stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("b1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);
        assertNotNull(world.quarantine(2));
        assertEquals(Map.of("a1", 2L, "a2", 2L), world.held("a"));
        return world;
    }

    @Test
    @DisplayName(
            "R5 R6 a rollback that skips a quarantined revision: what it goes back to is stable, and joiners get it")
    void skippedRevisionIsNotStable() {
        World world = quarantinedElsewhere(stage("a"));
        world.behave("a1", 3, Behaviour.CRASH).forgetEffects().request("three").pass(A_WHILE);

        assertEquals(1L, world.stable("a"));
        AuditEntry moved = world.one(AuditType.StableRevisionMoved);
        assertEquals(List.of("2", "1"), List.of(String.valueOf(moved.from()), String.valueOf(moved.to())));
        world.clusters("a", "a3").pass(A_WHILE);
        assertEquals(Map.of("a1", 1L, "a2", 1L, "a3", 1L), world.held("a"));
    }

    @Test
    @DisplayName("R6 when every revision has failed in a stage, that to which it goes back is stable")
    void failedThereIsStableAgain() {
        World world = World.of(stage("only"))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.request("two").pass(A_WHILE);
        world.behave("c1", 1, Behaviour.FORBIDDEN).request("one").pass(A_WHILE);
        assertEquals(2L, world.stable("only"));

        world.behave("c1", 1, Behaviour.GOOD).behave("c1", 2, Behaviour.FORBIDDEN);
        world.request("two").pass(A_WHILE);
        assertEquals(RunOutcome.RolledBack, world.run(4).outcome());
        assertEquals(1L, world.stable("only"));
        assertEquals(Map.of("c1", 1L), world.held());
    }

    @Test
    @DisplayName("R22 a later stage that goes back since an earlier one failed: what it goes back to is stable there")
    void laterStageGoesBack() {
        World world = World.of(stage("a").monitorAlways(), stage("b").soak(MINUTE), stage("c"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .clusters("c", "c1")
                .report()
                .request("one")
                .pass(MINUTE.multipliedBy(2));
        world.behave("c1", 2, Behaviour.CRASH).request("two").pass(MINUTE.multipliedBy(2));
        assertEquals(2L, world.stable("b"));

        world.request("three").pass(A_WHILE);
        assertEquals(StagePhase.Soaking, world.phase(3, "b"));
        world.health("a1", HealthState.Failed).pass(A_WHILE).clusters("b", "b2").pass(A_WHILE);
        assertEquals(1L, world.stable("a"));
        assertEquals(1L, world.stable("b"));
        assertEquals(Map.of("b1", 1L, "b2", 1L), world.held("b"));
    }

    @Test
    @DisplayName("R21 a rollback that fails itself leaves its target stable: joiners get what the stage was to get")
    void failedRollbackKeepsItsTarget() {
        World world = quarantinedElsewhere(stage("a"));
        world.behave("a1", 1, Behaviour.CRASH).behave("a2", 1, Behaviour.CRASH);
        world.behave("a1", 3, Behaviour.CRASH).request("three").pass(A_WHILE);
        assertEquals(RunOutcome.RollbackFailed, world.run(3).outcome());

        assertEquals(1L, world.stable("a"));
        world.clusters("a", "a3").pass(A_WHILE);
        assertEquals(1L, world.held().get("a3"));
    }

    @Test
    @DisplayName("R5 R16 a stage that halts keeps what it has; joiners never get what is quarantined")
    void haltedStage() {
        World world = quarantinedElsewhere(stage("a").onFailure(FailurePolicy.OnFailure.Halt));
        world.behave("a1", 3, Behaviour.CRASH).request("three").pass(A_WHILE);
        world.clusters("a", "a3").pass(A_WHILE);
        assertEquals(Map.of("a1", 3L, "a2", 3L, "a3", 1L), world.held("a"));
    }

    @Test
    @DisplayName("R5 scope Stage: a stage keeps a revision that failed elsewhere, but a joiner gets the one before")
    void joinerOfAStageWithAQuarantinedRevision() {
        World world = quarantinedElsewhere(stage("a")).clusters("a", "a3").pass(A_WHILE);
        assertEquals(2L, world.stable("a"));
        assertEquals(Map.of("a1", 2L, "a2", 2L, "a3", 1L), world.held("a"));
    }

    @Test
    @DisplayName("R5 a joiner for which there is only a quarantined revision is named once, and gets the next one")
    void nothingForTheJoiner() {
        World world = World.of(stage("a"), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .behave("b1", 1, Behaviour.CRASH)
                .report()
                .request("one")
                .pass(A_WHILE);
        world.clusters("a", "a2").pass(A_WHILE).readInventory().pass(A_WHILE);
        assertFalse(world.state().targets().containsKey("a2"));
        List<AuditEntry> named = world.audit(AuditType.TargetFailed).stream()
                .filter(entry -> "a2".equals(entry.cluster()))
                .toList();
        assertEquals(
                List.of(AuditReason.Quarantined),
                named.stream().map(AuditEntry::reason).toList());

        world.request("two").pass(A_WHILE);
        assertEquals(2L, world.held().get("a2"));
    }

    @Test
    @DisplayName("R5 R20 an owed joiner whose revision was quarantined meanwhile gets what a joiner gets now")
    void owedJoiner() {
        World world = World.of(stage("a").deadline(MINUTE), stage("b").delay(MINUTE.multipliedBy(10)))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(MINUTE.multipliedBy(12))
                .request("two")
                .pass(A_WHILE)
                .away("a2")
                .clusters("a", "a2")
                .pass(MINUTE.multipliedBy(2));
        assertEquals(TargetPhase.Owed, world.target("a2").phase());
        assertEquals(2L, world.target("a2").desired().revision());

        world.health("b1", HealthState.Failed)
                .pass(MINUTE.multipliedBy(2))
                .back("a2")
                .pass(A_WHILE);
        assertNotNull(world.quarantine(2));
        assertEquals(1L, world.held().get("a2"));
        assertEquals(TargetPhase.Healthy, world.target("a2").phase());
        assertNull(world.target("a2").givenUp());
    }
}
