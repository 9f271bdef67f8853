package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PruneRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("K5 a stage has succeeded only when its prunes have ended; they come when it is healthy")
    void successWaitsForPrunes() {
        World world =
                World.of(stage("only")).clusters("only", "c1").holdPrune("c1").report();
        world.behave("c1", 1, Behaviour.MANUAL).request("one").answer("c1", DeploymentFact.Answer.Applied, null);
        assertEquals(List.of(), world.effects(Effect.Prune.class));
        world.health("c1", HealthState.Ready).pass(A_WHILE);
        assertEquals(1, world.effects(Effect.Prune.class).size());
        assertEquals(StagePhase.Waiting, world.phase(1, "only"));

        world.pruned("c1", PruneState.Done);
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("K5 a prune that does not end in time: the stage succeeds, Degraded with PruneIncomplete")
    void pruneHasADeadline() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1")
                .holdPrune("c1")
                .report()
                .request("one")
                .pass(MINUTE.plus(A_WHILE));

        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertTrue(world.part(1, "only").conditions().stream()
                .anyMatch(c -> c.type() == Condition.Type.Degraded && c.reason().equals("PruneIncomplete")));
        assertNotNull(world.one(AuditType.TargetPruneIncomplete));
    }

    @Test
    @DisplayName("K5 a rollback whose prune fails is Partial, and names it")
    void unprunedRollbackIsPartial() {
        World world = World.of(stage("only"))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.keepsObjects("c1").behave("c1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
        assertTrue(world.one(AuditType.RollbackEnded).message().contains("PruneIncomplete"));
        assertEquals(List.of(), world.audit(AuditType.IncidentRaised));
    }

    @Test
    @DisplayName("K5 R3 what a superseded run has brought is pruned too, whatever becomes of the newer one")
    void supersededIsPruned() {
        World world = World.of(stage("a"), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("b1", 2, Behaviour.MANUAL).request("two").pass(A_WHILE);
        world.answer("b1", DeploymentFact.Answer.Applied, null)
                .behave("a1", 3, Behaviour.CRASH)
                .request("three")
                .pass(A_WHILE)
                .forgetEffects();
        assertEquals(StagePhase.Superseded, world.phase(2, "b"));
        assertEquals(RunOutcome.RolledBack, world.run(3).outcome());

        world.health("b1", HealthState.Ready).pass(A_WHILE);

        assertEquals(
                List.of("b"),
                world.effects(Effect.Prune.class).stream()
                        .map(Effect.Prune::stage)
                        .toList());
    }

    @Test
    @DisplayName("K5 never after a failed deployment; in a rollback at its deadline at the latest")
    void pruneOnlyWhereAllowed() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.forgetEffects();
        world.behave("c1", 1, Behaviour.NEVER_READY)
                .behave("c1", 2, Behaviour.CRASH)
                .request("two")
                .pass(A_WHILE);
        assertEquals(List.of(), world.effects(Effect.Prune.class));

        world.pass(MINUTE);
        assertEquals(1, world.effects(Effect.Prune.class).size());
        assertEquals(RunOutcome.RollbackFailed, world.run(2).outcome());
    }

    @Test
    @DisplayName("K5 targets whose deadlines differ are pruned by one command for each deadline")
    void eachTargetKeepsItsDeadline() {
        World world = World.of(stage("only").deadline(MINUTE.multipliedBy(5)))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c2", 1, Behaviour.MANUAL).clusters("only", "c2").pass(A_WHILE);
        world.document(stage("only").deadline(MINUTE)).ask("one");
        world.behave("c3", 1, Behaviour.MANUAL).clusters("only", "c3").pass(A_WHILE);
        world.answer("c2", DeploymentFact.Answer.Applied, null)
                .answer("c3", DeploymentFact.Answer.Applied, null)
                .forgetEffects();

        world.parked().health("c2", HealthState.Ready).health("c3", HealthState.Ready);
        world.unparked();

        assertEquals(
                Map.of(MINUTE, Set.of("c3"), MINUTE.multipliedBy(5), Set.of("c2")),
                world.effects(Effect.Prune.class).stream()
                        .collect(Collectors.toMap(
                                Effect.Prune::deadline, prune -> prune.epochs().keySet())));
    }
}
