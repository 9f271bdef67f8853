package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("X1 StageDeployStopped is no failure: it is dispatched again with a new epoch, the deadline runs on")
    void stoppedIsDispatchedAgain() {
        World world =
                World.of(stage("only").deadline(MINUTE)).clusters("only", "c1").report();
        world.behave("c1", 1, Behaviour.MANUAL).request("one").pass(Duration.ofSeconds(10));
        long first = world.target("c1").desired().epoch();
        world.answer("c1", DeploymentFact.Answer.StoppedNotStarted, "Stopped");

        assertTrue(world.target("c1").desired().epoch() > first);
        assertEquals(2, world.target("c1").desired().attempt());
        assertEquals(
                Duration.ofSeconds(50),
                world.effects(Effect.Deploy.class).get(1).deadline());
        world.pass(MINUTE);
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
    }

    @Test
    @DisplayName("X7 SnapshotUnknown is no failure: the snapshot is published again, with an id of its own")
    void snapshotUnknownIsAnswered() {
        World world = World.of(stage("only")).clusters("only", "c1").report();
        world.behave("c1", 1, Behaviour.MANUAL).request("one");
        world.answer("c1", DeploymentFact.Answer.SnapshotUnknown, "SnapshotUnknown");

        List<Effect.PublishSnapshot> published = world.effects(Effect.PublishSnapshot.class);
        assertEquals(2, published.size());
        assertNull(published.get(0).answerTo());
        assertEquals("c1", published.get(1).answerTo());
        assertTrue(world.run(1).inFlight());
    }

    @Test
    @DisplayName("R15 R20 a tolerated target that was away gets the revision when its cluster is back")
    void toleratedOwedTargetIsRestored() {
        World world = World.of(stage("only").maxFailures(1).deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .away("c2")
                .report()
                .request("one")
                .pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(TargetPhase.Owed, world.target("c2").phase());

        world.back("c2").pass(A_WHILE);
        assertEquals(1L, world.held().get("c2"));
        assertEquals(TargetPhase.Healthy, world.target("c2").phase());
        assertNotNull(world.one(AuditType.TargetRestored));
    }

    @Test
    @DisplayName("R16 an owed target of a halted stage is left alone when its cluster is back")
    void haltedStageDispatchesNothing() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .away("c2")
                .report()
                .request("one")
                .pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        world.forgetEffects().back("c2").pass(MINUTE);
        assertEquals(List.of(), world.effects(Effect.Deploy.class));
    }

    @Test
    @DisplayName("R8 a report that is late at the deadline is waited for: what it says decides, not its lateness")
    void lateReportIsWaitedFor() {
        World world = World.of(stage("only").deadline(MINUTE).onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.NEVER_READY)
                .report()
                .request("one")
                .pass(Duration.ofSeconds(55))
                .deafTo("c1")
                .pass(Duration.ofSeconds(15));
        assertTrue(world.run(1).inFlight());
        world.hearAgain().pass(Duration.ofSeconds(5));
        assertEquals(GivenUp.Kind.TimedOut, world.givenUp("c1").kind());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName("R15 a stage without a healthy target fails, however many failures it tolerates")
    void neverWithoutAHealthyTarget(int clusters) {
        String[] names =
                IntStream.rangeClosed(1, clusters).mapToObj(n -> "c" + n).toArray(String[]::new);
        for (Stages tolerant :
                List.of(stage("only").maxFailuresPercent(100), stage("only").maxFailures(9))) {
            World world = World.of(tolerant).clusters("only", names).report();
            for (String name : names) {
                world.behave(name, 2, Behaviour.CRASH);
            }
            world.request("one").pass(A_WHILE).request("two").pass(A_WHILE);
            assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
            assertEquals(1L, world.stable("only"));
        }
    }

    @Test
    @DisplayName("R15 one healthy target is enough for a stage that tolerates all failures")
    void oneHealthyIsEnough() {
        World world = World.of(stage("only").maxFailuresPercent(100))
                .clusters("only", "c1", "c2", "c3")
                .behave("c1", 1, Behaviour.CRASH)
                .behave("c3", 1, Behaviour.REFUSED)
                .report()
                .request("one")
                .pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R8 R15 silence of all clusters is no success either: onNoEvidence decides")
    void silenceOfAll() {
        World world = World.of(stage("only").maxFailuresPercent(100).deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .away("c1", "c2")
                .report()
                .request("one")
                .pass(MINUTE.plus(A_WHILE));
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertEquals(AuditReason.NoEvidence, world.one(AuditType.StageFailed).reason());
    }

    @Test
    @DisplayName(
            "R8 X1 while our clock stands still the executor may try for the whole deadline, then for what is left")
    void commandOfAFrozenClock() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.MANUAL)
                .report()
                .request("one")
                .pass(Duration.ofSeconds(20))
                .deafTo("c1")
                .pass(Duration.ofMinutes(10));
        world.answer("c1", DeploymentFact.Answer.StoppedNotStarted, "Stopped");
        assertEquals(MINUTE, world.effects(Effect.Deploy.class).get(1).deadline());

        world.hearAgain().pass(Duration.ofSeconds(16));
        world.answer("c1", DeploymentFact.Answer.StoppedNotStarted, "Stopped");
        Duration left = world.effects(Effect.Deploy.class).get(2).deadline();
        assertTrue(left.compareTo(Duration.ofSeconds(29)) > 0, () -> "what we did not hear does not count: " + left);
        assertTrue(left.compareTo(Duration.ofSeconds(40)) <= 0, () -> "what ran before counts: " + left);
    }

    @Test
    @DisplayName("R8 X1 a command that comes after the deadline still lets the executor try for a second")
    void commandAfterTheDeadline() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.MANUAL)
                .report()
                .request("one")
                .neverCatchesUp()
                .pass(MINUTE.plusSeconds(5));
        world.answer("c1", DeploymentFact.Answer.StoppedNotStarted, "Stopped");
        assertEquals(
                Duration.ofSeconds(1), world.effects(Effect.Deploy.class).get(1).deadline());
    }
}
