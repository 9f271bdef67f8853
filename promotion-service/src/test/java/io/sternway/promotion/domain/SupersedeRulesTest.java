package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SupersedeRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static World twoStages() {
        return World.of(stage("a").delay(MINUTE), stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(MINUTE.multipliedBy(2));
    }

    @Test
    @DisplayName("R3 a new run supersedes the one in flight; its gates end")
    void newRunSupersedes() {
        World world = twoStages().request("two").pass(A_WHILE);
        assertEquals(StagePhase.Waiting, world.phase(2, "a"));
        world.request("three");

        assertEquals(3, world.one(AuditType.RunSuperseded).details().get("supersededBy") == null ? 0 : 3);
        assertEquals("Superseded", world.one(AuditType.RunSuperseded).to());
        assertEquals(2, world.audit(AuditType.StageSuperseded).size());
        world.pass(MINUTE.multipliedBy(2));
        assertEquals(RunOutcome.Succeeded, world.run(3).outcome());
        assertEquals(3L, world.stable("b"));
    }

    @Test
    @DisplayName("R3 a stage of the old run stays under watch until the new run dispatches there")
    void oldRunStaysResponsible() {
        World world = twoStages();
        world.behave("b1", 2, Behaviour.MANUAL).request("two").pass(MINUTE.plus(A_WHILE));
        assertEquals(StagePhase.Deploying, world.phase(2, "b"));
        world.answer("b1", DeploymentFact.Answer.Applied, null).request("three");
        assertEquals(StagePhase.Superseded, world.phase(2, "b"));

        world.health("b1", HealthState.Failed);
        assertEquals(1L, world.held().get("b1"));
        assertEquals(RunOutcome.Superseded, world.run(2).outcome());
        assertEquals(1, world.effects(Effect.Restore.class).size());
        world.pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Succeeded, world.run(3).outcome());
        assertEquals(3L, world.held().get("b1"));
    }

    @Test
    @DisplayName("R3 a run whose rollback is in progress keeps its own outcome; the rest of it is given up by name")
    void rollbackIsSupersededByDispatch() {
        World world = World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c2", 1, Behaviour.MANUAL)
                .behave("c1", 2, Behaviour.CRASH)
                .request("two")
                .pass(A_WHILE);
        assertEquals(StagePhase.RollingBack, world.phase(2, "only"));
        world.forgetEffects().request("three");

        AuditEntry ended = world.one(AuditType.RollbackEnded);
        assertEquals("Partial", ended.to());
        assertEquals(
                Map.of("c1", "Restored", "c2", "Superseded"), ended.details().get("clusters"));
        assertNotNull(world.one(AuditType.RunPartiallyRolledBack));
        int completed = indexOf(world, Effect.RollbackChanged.class);
        assertTrue(completed < indexOf(world, Effect.Deploy.class), "completed before the new epoch is drawn");
        world.pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(3).outcome());
    }

    @Test
    @DisplayName("R3 a rollback in a stage that the new run has not reached goes on")
    void rollbackElsewhereGoesOn() {
        World world = twoStages();
        world.behave("b1", 1, Behaviour.MANUAL).behave("b1", 2, Behaviour.CRASH).request("two");
        world.pass(MINUTE.plus(A_WHILE));
        assertEquals(StagePhase.RollingBack, world.phase(2, "b"));
        world.request("three");
        assertTrue(world.run(2).inFlight());

        world.answer("b1", DeploymentFact.Answer.Applied, null).health("b1", HealthState.Ready);
        assertEquals("RolledBack", world.one(AuditType.RunRolledBack).to());
        world.pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Succeeded, world.run(3).outcome());
    }

    @Test
    @DisplayName("R3 late results of an old run update the ledger and nothing else")
    void lateResultsUpdateTheLedger() {
        World world = twoStages();
        world.behave("b1", 2, Behaviour.MANUAL)
                .request("two")
                .pass(MINUTE.plus(A_WHILE))
                .request("three");
        world.answer("b1", DeploymentFact.Answer.Applied, null).health("b1", HealthState.Ready);

        assertTrue(world.target("b1").ledger().containsKey(2L));
        assertEquals(StagePhase.Superseded, world.phase(2, "b"));
        assertEquals(1L, world.stable("b"));
    }

    private static int indexOf(World world, Class<? extends Effect> type) {
        List<Effect> effects = world.effects();
        for (int i = effects.size() - 1; i >= 0; i--) {
            if (type.isInstance(effects.get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Test
    @DisplayName("R3 what a superseded run left on clusters that the new run has not reached goes back with the stage")
    void leftoversGoBackWithTheStage() {
        World world = World.of(stage("only").progressive(1).deadline(MINUTE))
                .clusters("only", "c1", "c2", "c3")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.document(stage("only").deadline(MINUTE))
                .behave("c3", 2, Behaviour.MANUAL)
                .request("two");
        assertEquals(Map.of("c1", 2L, "c2", 2L, "c3", 1L), world.held());
        world.document(stage("only").progressive(1).deadline(MINUTE))
                .behave("c1", 3, Behaviour.CRASH)
                .request("three")
                .pass(A_WHILE);

        assertEquals(RunOutcome.RolledBack, world.run(3).outcome());
        assertEquals(Map.of("c1", 1L, "c2", 1L, "c3", 1L), world.held());
        assertEquals(
                AuditReason.NewerRun, world.effects(Effect.Cancel.class).get(0).reason());
    }
}
