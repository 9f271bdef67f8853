package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RelabelRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Stages a and b hold revision 1; stage a brings revision 2 one by one, and a1 keeps its slot. */
    private static World inTheMiddleOfA() {
        World world = World.of(stage("a").progressive(1), stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(A_WHILE);
        return world.behave("a1", 2, Behaviour.MANUAL).request("two");
    }

    private static void finishA1(World world) {
        world.answer("a1", DeploymentFact.Answer.Applied, null)
                .health("a1", HealthState.Ready)
                .pass(A_WHILE);
    }

    private static List<Long> sent(World world, String cluster) {
        return world.effects(Effect.Deploy.class).stream()
                .filter(deploy ->
                        deploy.targets().stream().anyMatch(to -> to.cluster().equals(cluster)))
                .map(Effect.Deploy::revision)
                .toList();
    }

    @Test
    @DisplayName(
            "R6 a member that is relabelled into another stage before its wave is dropped with a record, and moves")
    void relabelledBeforeItsWave() {
        World world = inTheMiddleOfA().relabel("a2", Map.of("env", "b"));

        AuditEntry dropped = world.one(AuditType.TargetCancelled);
        assertEquals(List.of(AuditReason.Left, "a2"), List.of(dropped.reason(), String.valueOf(dropped.cluster())));
        assertEquals(List.of("a1"), world.part(2, "a").members());
        assertEquals("b", world.target("a2").stage());
        finishA1(world);
        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(Map.of("a1", 2L), world.held("a"));
        assertEquals(Map.of("a2", 2L, "b1", 2L), world.held("b"));
        assertEquals(1, sent(world, "a2").stream().filter(r -> r == 2L).count(), "revision 2 once, with stage b");
    }

    @Test
    @DisplayName("R6 a member that never held anything and matches no stage any more is dropped before its wave")
    void relabelledOutBeforeItsFirstWave() {
        World world = World.of(stage("only").progressive(1))
                .clusters("only", "c1", "c2")
                .report()
                .behave("c1", 1, Behaviour.MANUAL)
                .request("one")
                .relabel("c2", Map.of("env", "elsewhere"));
        assertEquals(AuditReason.Left, world.one(AuditType.TargetCancelled).reason());
        world.answer("c1", DeploymentFact.Answer.Applied, null)
                .health("c1", HealthState.Ready)
                .pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(List.of(), sent(world, "c2"));
    }

    @Test
    @DisplayName("R6 a member that left before its wave and came back in the same run gets what is stable after it")
    void droppedAndBack() {
        World world = World.of(stage("a").progressive(1), stage("b").skipIfEmpty())
                .clusters("a", "a1", "a2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("a1", 2, Behaviour.MANUAL).request("two");
        world.relabel("a2", Map.of("env", "b"))
                .pass(A_WHILE)
                .clusters("a", "a2")
                .pass(A_WHILE);
        assertEquals(1L, world.held().get("a2"));

        finishA1(world);
        assertEquals(Map.of("a1", 2L, "a2", 2L), world.held("a"));
        assertEquals(AuditReason.Returned, world.one(AuditType.TargetJoined).reason());
    }

    @Test
    @DisplayName("R6 when all that wait were relabelled and nobody else is there, the stage is empty, never succeeded")
    void allRelabelledBeforeTheirWave() {
        World world = World.of(stage("only").progressive(1))
                .clusters("only", "c1", "c2")
                .report()
                .behave("c1", 1, Behaviour.MANUAL)
                .request("one")
                .relabel("c2", Map.of("env", "elsewhere"))
                .without("c1")
                .pass(A_WHILE);
        assertEquals(StagePhase.Pending, world.phase(1, "only"));
        assertEquals("EmptyStage", world.part(1, "only").reason());
    }

    @Test
    @DisplayName("R6 a cluster that is relabelled into a stage that is active waits for the end of its run there")
    void relabelledIntoAnActiveStage() {
        World world = inTheMiddleOfA().relabel("b1", Map.of("env", "a")).pass(A_WHILE);
        assertEquals(List.of("a1", "a2"), world.part(2, "a").members());
        assertEquals(List.of(1L), sent(world, "b1"));

        finishA1(world);
        assertEquals(Map.of("a1", 2L, "a2", 2L, "b1", 2L), world.held("a"));
        assertEquals("b1", world.one(AuditType.TargetMoved).cluster());
        assertEquals(List.of(1L, 2L), sent(world, "b1"));
    }

    @Test
    @DisplayName("R6 a member that is relabelled while it is being deployed stays until its stage is done, then moves")
    void relabelledInFlight() {
        World world = inTheMiddleOfA().relabel("a1", Map.of("env", "b")).pass(A_WHILE);
        assertEquals("a", world.target("a1").stage());
        finishA1(world.behave("a1", 2, Behaviour.GOOD));
        assertEquals("b", world.target("a1").stage());
        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(List.of("a2"), world.part(2, "a").members());
    }

    @Test
    @DisplayName("R20 R6 a cluster that leaves while its rollback owes it something is owed nothing, and that is said")
    void departedClusterIsNotOwed() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c1", 2, Behaviour.MANUAL).request("two").answer("c1", DeploymentFact.Answer.Applied, null);
        world.away("c2")
                .pass(Duration.ofSeconds(4))
                .health("c1", HealthState.Failed)
                .pass(MINUTE.plus(A_WHILE));
        assertEquals(TargetPhase.Owed, world.target("c2").phase());

        world.forgetEffects().without("c2").pass(MINUTE.plus(A_WHILE));
        Effect.RollbackChanged last =
                world.effects(Effect.RollbackChanged.class).get(0);
        assertEquals(Effect.RollbackChanged.Step.Progressed, last.step());
        assertFalse(last.rollback().owed());
        assertEquals(
                RollbackState.Failed,
                requireNonNull(last.rollback().clusters().get("c2")).state());
        AuditEntry said = world.one(AuditType.TargetCancelled);
        assertEquals(List.of("c2", AuditReason.Left), List.of(String.valueOf(said.cluster()), said.reason()));
        assertEquals(Map.of(), world.state().rollbacks());
        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
    }

    @Test
    @DisplayName("R6 a blocked stage looks again every 30 s: a reading that woke nobody is found")
    void blockedStageLooksAgain() {
        World world = World.of(stage("only")).clusters("only", "c1").unreadInventory();
        world.request("one");
        assertEquals(AuditReason.InventoryUnknown.name(), world.part(1, "only").reason());
        world.pass(Duration.ofSeconds(29)).storeInventory().pass(Duration.ofMillis(900));
        assertEquals(StagePhase.Pending, world.phase(1, "only"));
        world.pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R6 an empty stage looks again every 30 s, for as long as it is blocked, and says so once")
    void emptyStageLooksAgain() {
        World world = World.of(stage("only")).readInventory();
        world.request("one");
        for (int minute = 0; minute < 5; minute++) {
            assertEquals(world.now().plusSeconds(30), world.due());
            world.pass(A_WHILE);
        }
        assertEquals(AuditReason.EmptyStage, world.one(AuditType.StageBlocked).reason());
    }

    @Test
    @DisplayName("R6 a cluster that changes to a later stage of the same run gets that stage's content there")
    void relabelledIntoALaterStageOfTheRun() {
        World world = World.of(stage("a").delay(MINUTE), stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(A_WHILE)
                .relabel("a2", Map.of("env", "b"));
        world.pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(List.of("a1"), world.part(1, "a").members());
        assertEquals(
                List.of("a", "b"),
                world.effects(Effect.Deploy.class).stream()
                        .filter(deploy -> deploy.targets().stream()
                                .anyMatch(to -> to.cluster().equals("a2")))
                        .map(Effect.Deploy::stage)
                        .toList());
        assertEquals("a2", world.one(AuditType.TargetMoved).cluster());
    }
}
