package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts that come while decisions throw are merged; what they cause by themselves follows, once. */
class ParkedRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private static World waitsForC1() {
        return World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .report()
                .behave("c1", 1, Behaviour.MANUAL)
                .request("one");
    }

    private static List<String> answered(World world) {
        return world.effects(Effect.PublishSnapshot.class).stream()
                .map(Effect.PublishSnapshot::answerTo)
                .filter(cluster -> cluster != null)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("X7 SnapshotUnknown is answered once for each time it is said, also when it came while parked")
    void snapshotUnknown(boolean whileParked) {
        World world = waitsForC1();
        if (whileParked) {
            world.parked();
        }
        world.answer("c1", Answer.SnapshotUnknown, "SnapshotUnknown");
        assertEquals(whileParked ? List.of() : List.of("c1"), answered(world));
        world.unparked().pass(A_WHILE);
        assertEquals(List.of("c1"), answered(world));

        world.answer("c1", Answer.SnapshotUnknown, "SnapshotUnknown").pass(A_WHILE);
        assertEquals(List.of("c1", "c1"), answered(world));
        world.answer("c1", Answer.Applied, null).health("c1", HealthState.Ready).pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertTrue(world.state().noticed().isEmpty(), "what is over is forgotten");
    }

    @Test
    @DisplayName("K5 the end of a prune is recorded once, also when it was told while parked")
    void prunes() {
        World world = World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .report()
                .holdPrune("c1")
                .holdPrune("c2")
                .request("one")
                .pass(A_WHILE);
        world.parked().pruned("c1", PruneState.Done).pruned("c2", PruneState.Failed);
        assertEquals(List.of(), world.audit(AuditType.TargetPruneCompleted, AuditType.TargetPruneIncomplete));
        world.unparked().pass(A_WHILE);
        assertEquals("c1", world.one(AuditType.TargetPruneCompleted).cluster());
        assertEquals("c2", world.one(AuditType.TargetPruneIncomplete).cluster());
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("K5 R6 the end of a prune is recorded also when its cluster left while parked")
    void prunedAndLeft() {
        World world = World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .report()
                .holdPrune("c2")
                .request("one")
                .pass(A_WHILE)
                .forgetEffects()
                .parked();
        world.pruned("c2", PruneState.Done).without("c2").unparked().pass(A_WHILE);
        assertEquals("c2", world.one(AuditType.TargetPruneCompleted).cluster());
        assertNotNull(world.one(AuditType.TargetReleaseCompleted));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("R15 a failed verdict fails its target, also when it came while parked and a recovery came after it")
    void failedAndRecovered(boolean whileParked) {
        World world = waitsForC1().answer("c1", Answer.Applied, null);
        if (whileParked) {
            world.parked();
        }
        world.health("c1", HealthState.Failed, "CrashLoopBackOff").health("c1", HealthState.Ready);
        world.unparked().pass(A_WHILE);
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertEquals(GivenUp.Kind.Unhealthy, world.givenUp("c1").kind());
        assertNotNull(world.quarantine(1));
        assertTrue(world.one(AuditType.StageFailed).message().contains("CrashLoopBackOff"));
    }
}
