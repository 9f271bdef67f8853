package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.RollbackResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a rollback leaves alone (R17, K18). */
class UntouchedRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("R17 a cluster on which nothing was started is left alone")
    void untouchedClusterIsLeftAlone() {
        World world = settled(stage("only").deadline(MINUTE).maxFailures(1).monitorAlways(), "c1", "c2", "c3");
        world.behave("c1", 2, Behaviour.NO_ANSWER).request("two").pass(MINUTE.plus(A_WHILE));
        assertEquals(TargetPhase.Owed, world.target("c1").phase());
        world.answer("c1", DeploymentFact.Answer.StoppedNotStarted, "Unreachable");
        world.health("c2", HealthState.Failed).pass(A_WHILE);

        assertEquals(Set.of("c2", "c3"), last(world).clusters().keySet());
        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals(Map.of("c1", 1L, "c2", 1L, "c3", 1L), world.held());
        assertEquals(TargetPhase.Healthy, world.target("c1").phase());
    }

    @Test
    @DisplayName("K18 what was refused before anything was written is not put back, and its health counts again")
    void whatWasNeverWrittenIsNotPutBack() {
        World world = settled(stage("only").monitorAlways(), "c1", "c2");
        long held = world.target("c1").desired().epoch();
        world.behave("c1", 2, Behaviour.REFUSED)
                .behave("c2", 2, Behaviour.REFUSED)
                .request("two")
                .pass(A_WHILE);

        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals(List.of(), world.effects(Effect.Restore.class));
        assertEquals(held, world.target("c1").desired().epoch());
        assertEquals(TargetPhase.Healthy, world.target("c1").phase());
        assertTrue(world.one(AuditType.RollbackEnded).message().contains("holds revision 1 as before"));

        world.request("three").pass(A_WHILE);
        assertEquals(Map.of("c1", 3L, "c2", 3L), world.held());
    }

    @Test
    @DisplayName("K18 where it was written it is put back, where it was refused it is not, and the record names both")
    void onlyWhatWasWrittenIsPutBack() {
        World world = settled(stage("only"), "c1", "c2");
        world.behave("c1", 2, Behaviour.REFUSED).request("two").pass(A_WHILE);

        assertEquals(Set.of("c2"), last(world).clusters().keySet());
        assertEquals(RollbackResult.Succeeded, last(world).result());
        assertTrue(world.one(AuditType.RollbackBegan).message().contains("Nothing of revision 2 was written to c1"));
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
    }

    @Test
    @DisplayName("K10 a cluster that is healthy again but for some objects makes the rollback partial, and is named")
    void exceptionsMakeItPartial() {
        World world = settled(stage("only").monitorAlways(), "c1");
        world.behave("c1", 1, Behaviour.MANUAL)
                .behave("c1", 2, Behaviour.CRASH)
                .request("two")
                .pass(A_WHILE);
        world.answer("c1", DeploymentFact.Answer.Applied, "Exceptions")
                .health("c1", HealthState.Ready)
                .pass(A_WHILE);

        assertEquals(RollbackResult.Partial, last(world).result());
        assertEquals(RunOutcome.PartiallyRolledBack, world.run(2).outcome());
        assertTrue(world.one(AuditType.RollbackEnded).message().contains("c1 (Exceptions)"));
    }

    private static World settled(Stages stage, String... clusters) {
        return World.of(stage)
                .clusters("only", clusters)
                .report()
                .request("one")
                .pass(A_WHILE);
    }

    private static Rollback last(World world) {
        List<Effect.RollbackChanged> all = world.effects(Effect.RollbackChanged.class);
        return all.get(all.size() - 1).rollback();
    }
}
