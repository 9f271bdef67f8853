package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RollbackRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static World settled(Stages stage, String... clusters) {
        World world = World.of(stage)
                .clusters("only", clusters)
                .report()
                .request("one")
                .pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        return world;
    }

    private static Rollback last(World world) {
        List<Effect.RollbackChanged> all = world.effects(Effect.RollbackChanged.class);
        return all.get(all.size() - 1).rollback();
    }

    private static Rollback.ClusterResult result(World world, String cluster) {
        return requireNonNull(last(world).clusters().get(cluster));
    }

    @Test
    @DisplayName("R17 every target goes back, the healthy ones too")
    void allGoBack() {
        World world = settled(stage("only"), "c1", "c2", "c3");
        world.behave("c3", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        assertEquals(Map.of("c1", 1L, "c2", 1L, "c3", 1L), world.held());
        assertEquals(RollbackResult.Succeeded, last(world).result());
        assertEquals(3, last(world).clusters().size());
        assertEquals(
                List.of(Effect.RollbackChanged.Step.Started, Effect.RollbackChanged.Step.Completed),
                world.effects(Effect.RollbackChanged.class).stream()
                        .map(Effect.RollbackChanged::step)
                        .filter(s -> s != Effect.RollbackChanged.Step.Progressed)
                        .toList());
    }

    @Test
    @DisplayName("R18 the very first revision breaks: Halted, NoRollbackTarget, nothing touched")
    void nothingToGoBackTo() {
        World world = World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .behave("c1", 1, Behaviour.CRASH)
                .report()
                .request("one")
                .pass(A_WHILE);

        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertEquals(
                AuditReason.NoRollbackTarget, world.one(AuditType.StageFailed).reason());
        assertEquals(
                AuditReason.NoRollbackTarget, world.one(AuditType.RunHalted).reason());
        assertTrue(world.one(AuditType.StageFailed).message().contains("no other revision ever succeeded"));
        assertEquals(List.of(), world.effects(Effect.Restore.class));
    }

    @Test
    @DisplayName("R17 the target is the newest that succeeded in the stage, not the previous")
    void onlyWhatSucceededIsATarget() {
        World world = settled(stage("only"), "c1");
        world.behave("c1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);
        world.behave("c1", 3, Behaviour.CRASH).request("three").pass(A_WHILE);

        assertEquals(
                List.of(1L, 1L),
                world.effects(Effect.Restore.class).stream()
                        .map(Effect.Restore::revision)
                        .toList());
    }

    @Test
    @DisplayName("R17 after a revert, the rollback goes to what the stage ran, not to the higher number")
    void targetIsTheLatestSuccess() {
        World world = settled(stage("only"), "c1");
        world.request("two").pass(A_WHILE).request("one").pass(A_WHILE);
        world.behave("c1", 3, Behaviour.CRASH).request("three").pass(A_WHILE);

        assertEquals(1, world.effects(Effect.Restore.class).get(0).revision());
    }

    @Test
    @DisplayName("R19 K4 the inputs are those with which the cluster held the restored revision")
    void inputsAreThoseOfThen() {
        World world = settled(stage("only"), "c1");
        world.relabel("c1", Map.of("env", "only", "name", "c1", "region", "new"));
        world.behave("c1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        assertEquals(
                "new",
                world.effects(Effect.Deploy.class)
                        .get(1)
                        .targets()
                        .get(0)
                        .labels()
                        .get("region"));
        assertNull(world.effects(Effect.Restore.class)
                .get(0)
                .targets()
                .get(0)
                .labels()
                .get("region"));
    }

    @Test
    @DisplayName("R20 one that is away is named, the others are back; it is restored when it is back")
    void awayClusterIsOwedAndRestored() {
        World world = settled(stage("only").deadline(MINUTE), "c1", "c2", "c3");
        world.behave("c3", 2, Behaviour.MANUAL).request("two");
        world.answer("c3", DeploymentFact.Answer.Applied, null);
        world.away("c2")
                .pass(Duration.ofSeconds(4))
                .health("c3", HealthState.Failed)
                .pass(MINUTE.plus(A_WHILE));

        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
        assertEquals(Map.of("c1", 1L, "c2", 2L, "c3", 1L), world.held());
        assertEquals(RollbackState.Owed, result(world, "c2").state());
        assertTrue(world.one(AuditType.RollbackEnded).message().contains("c2"));

        world.back("c2").pass(A_WHILE);
        assertEquals(Map.of("c1", 1L, "c2", 1L, "c3", 1L), world.held());
        assertEquals("c2", world.one(AuditType.TargetRestored).cluster());
        assertEquals(RollbackState.Restored, result(world, "c2").state());
        assertEquals(2, result(world, "c2").attempts());
        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
        assertEquals(Map.of(), world.state().rollbacks());
    }

    @Test
    @DisplayName("R20 an owed target is tried once for each return of its cluster")
    void owedIsTriedOncePerReturn() {
        World world = settled(stage("only").deadline(MINUTE), "c1", "c2");
        world.behave("c1", 2, Behaviour.MANUAL).request("two").answer("c1", DeploymentFact.Answer.Applied, null);
        world.away("c2")
                .pass(Duration.ofSeconds(4))
                .health("c1", HealthState.Failed)
                .pass(MINUTE.plus(A_WHILE));
        world.forgetEffects();

        world.behave("c2", 1, Behaviour.NO_ANSWER).back("c2").pass(MINUTE.multipliedBy(5));
        assertEquals(1, world.effects(Effect.Restore.class).size());
        assertEquals(TargetPhase.Owed, world.target("c2").phase());

        world.behave("c2", 1, Behaviour.GOOD)
                .away("c2")
                .pass(A_WHILE)
                .back("c2")
                .pass(A_WHILE);
        assertEquals(2, world.effects(Effect.Restore.class).size());
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
    }

    @Test
    @DisplayName(
            "R20 a cluster that was back before its deadline, too late to be reached by the executor, is tried again")
    void backBeforeTheDeadlineIsTriedAgain() {
        World world = settled(stage("only").deadline(MINUTE), "c1", "c2");
        world.behave("c1", 2, Behaviour.MANUAL).request("two").answer("c1", DeploymentFact.Answer.Applied, null);
        world.away("c2")
                .pass(Duration.ofSeconds(4))
                .health("c1", HealthState.Failed)
                .pass(Duration.ofSeconds(40));
        assertEquals(TargetPhase.Dispatched, world.target("c2").phase());

        world.back("c2").pass(MINUTE.plus(A_WHILE));
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
        assertEquals("c2", world.one(AuditType.TargetRestored).cluster());
    }

    @Test
    @DisplayName(
            "K5 one that was healthy, and is unknown before its prune was asked for, is pruned and ends the rollback")
    void unknownBeforeThePruneEndsTheRollback() {
        World world = settled(stage("only").deadline(MINUTE).monitorAlways(), "c1", "c2");
        world.delay(Fact.HealthReported.class)
                .behave("c1", 2, Behaviour.REFUSED)
                .request("two");
        world.health("c2", HealthState.Unknown).deliver().pass(MINUTE.multipliedBy(5));
        assertEquals(RollbackState.Restored, result(world, "c2").state());
        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
    }

    @Test
    @DisplayName("R21 a rollback that restores nothing: RollbackFailed, an incident, and no further rollback")
    void failedRollbackRaisesAnIncident() {
        World world = settled(stage("only").monitorAlways(), "c1");
        world.behave("c1", 1, Behaviour.CRASH)
                .behave("c1", 2, Behaviour.CRASH)
                .request("two")
                .pass(A_WHILE);

        assertEquals(RunOutcome.RollbackFailed, world.run(2).outcome());
        assertNotNull(world.one(AuditType.IncidentRaised));
        assertEquals(1, world.effects(Effect.Restore.class).size());
        assertEquals(RollbackResult.Failed, last(world).result());
    }

    @Test
    @DisplayName("R21 rollback is verified by health at its own epoch, without soak")
    void rollbackHasNoSoak() {
        World world = settled(stage("only").soak(Duration.ofSeconds(20)), "c1");
        world.behave("c1", 1, Behaviour.MANUAL)
                .behave("c1", 2, Behaviour.CRASH)
                .request("two")
                .pass(A_WHILE);
        assertEquals(StagePhase.RollingBack, world.phase(2, "only"));
        world.answer("c1", DeploymentFact.Answer.Applied, null).pass(A_WHILE);
        assertEquals(StagePhase.RollingBack, world.phase(2, "only"));
        world.health("c1", HealthState.Ready);
        assertEquals(StagePhase.RolledBack, world.phase(2, "only"));
    }

    @Test
    @DisplayName("R20 the outcome of a rolled-back run is not a success, and says why")
    void outcomeNamesTheCause() {
        World world = settled(stage("only"), "c1");
        world.behave("c1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        AuditEntry entry = world.one(AuditType.RunRolledBack);
        assertEquals("InFlight", entry.from());
        assertEquals("only", entry.stage());
        assertTrue(world.one(AuditType.StageFailed).message().contains("Cluster c1 failed at revision 2"));
        assertTrue(last(world).message().contains("Cluster c1 failed"));
    }

    @Test
    @DisplayName("R22 a failure within monitorFor puts a succeeded stage back and replaces the outcome once")
    void failureWithinMonitorFor() {
        World world = settled(stage("only").monitor(Duration.ofMinutes(30)), "c1", "c2");
        world.request("two").pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(2L, world.stable("only"));

        world.pass(Duration.ofMinutes(20)).health("c2", HealthState.Failed).pass(A_WHILE);
        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals("Succeeded", world.one(AuditType.RunRolledBack).from());
        assertEquals(1L, world.stable("only"));
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
    }

    @Test
    @DisplayName("R22 after monitorFor a failure is nobody's but the target's")
    void failureAfterMonitorFor() {
        World world = settled(stage("only").monitor(MINUTE), "c1");
        world.request("two")
                .pass(MINUTE.multipliedBy(2))
                .health("c1", HealthState.Failed)
                .pass(A_WHILE);

        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(TargetPhase.Failed, world.target("c1").phase());
        assertEquals(2L, world.stable("only"));
    }

    @Test
    @DisplayName("R22 an earlier stage fails while a later one deploys: both go back to their own targets")
    void earlierStageFailsWhileALaterDeploys() {
        World world = World.of(stage("a").monitorAlways(), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1", "b2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("b1", 2, Behaviour.MANUAL).request("two").pass(A_WHILE);
        assertEquals(StagePhase.Deploying, world.phase(2, "b"));
        world.health("a1", HealthState.Failed).pass(A_WHILE);

        assertEquals(Map.of("a", StagePhase.RolledBack, "b", StagePhase.RolledBack), world.phases(2));
        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals("a", world.run(2).failedStage());
        assertEquals(Map.of("a1", 1L, "b1", 1L, "b2", 1L), world.held());
        assertEquals(
                AuditReason.EarlierStageFailed,
                world.one(AuditType.StageRollingBack).reason());
    }

    @Test
    @DisplayName("X6 the completed record names each cluster with state, attempts and duration")
    void recordNamesEachCluster() {
        World world = settled(stage("only").deadline(MINUTE), "c1", "c2");
        world.behave("c1", 1, Behaviour.NEVER_READY)
                .behave("c2", 2, Behaviour.CRASH)
                .request("two");
        world.pass(MINUTE.plus(A_WHILE));

        Rollback.ClusterResult stuck = result(world, "c1");
        assertEquals(RollbackState.Failed, stuck.state());
        assertEquals("ProgressDeadlineExceeded", stuck.reason());
        assertTrue(requireNonNull(stuck.duration()).compareTo(MINUTE) >= 0);
        assertEquals(RollbackState.Restored, result(world, "c2").state());
        assertEquals(RollbackResult.Partial, last(world).result());
        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
    }
}
