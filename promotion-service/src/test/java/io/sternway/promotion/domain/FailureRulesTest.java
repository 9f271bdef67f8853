package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FailureRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("R8 a cluster that never answers fails at the deadline, as NoEvidence, and halts")
    void silenceIsNoEvidence() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .away("c2")
                .report()
                .request("one")
                .pass(Duration.ofSeconds(58));
        assertTrue(world.run(1).inFlight());

        world.pass(A_WHILE);
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertEquals(TargetPhase.Owed, world.target("c2").phase());
        assertEquals(AuditReason.NoEvidence, world.one(AuditType.StageFailed).reason());
        assertNull(world.quarantine(1L));
        assertTrue(world.one(AuditType.TargetOwed).message().contains("c2"));
    }

    @Test
    @DisplayName("R8 onNoEvidence: Rollback puts the stage back, without quarantine")
    void onNoEvidenceDecides() {
        World world = World.of(stage("only").deadline(MINUTE).onNoEvidence(OnNoEvidence.Rollback))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c2", 2, Behaviour.NO_ANSWER).request("two").pass(MINUTE.plus(A_WHILE));

        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
        assertNull(world.quarantine(2L));
    }

    @Test
    @DisplayName("R8 a fresh report that says not ready at the deadline is TimedOut, and evidence")
    void notReadyAtTheDeadlineIsTimedOut() {
        World world = World.of(stage("only").deadline(MINUTE).onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.NEVER_READY)
                .report()
                .request("one")
                .pass(MINUTE.plus(A_WHILE));

        assertEquals(GivenUp.Kind.TimedOut, world.givenUp("c1").kind());
        assertNotNull(world.quarantine(1L));
    }

    @Test
    @DisplayName("R8 healthy at the deadline is fine, also while it still soaks")
    void healthyAtTheDeadlineIsFine() {
        World world = World.of(stage("only").deadline(Duration.ofSeconds(20)).soak(A_WHILE))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(MINUTE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R8 A8: no deadline acts before everything published until then is merged")
    void deadlineWaitsUntilCaughtUp() {
        World world = World.of(stage("only").deadline(MINUTE).onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.MANUAL)
                .report()
                .request("one")
                .neverCatchesUp()
                .pass(MINUTE.multipliedBy(3));
        assertTrue(world.run(1).inFlight());

        world.answer("c1", DeploymentFact.Answer.Applied, null).health("c1", HealthState.Ready);
        world.catchesUpAgain().pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R8 A8: while we are deaf deadlines stand still")
    void deafnessStopsDeadlines() {
        World world = World.of(stage("only").deadline(MINUTE).onFailure(OnFailure.Halt))
                .clusters("only", "c1", "c2")
                .behave("c1", 1, Behaviour.MANUAL)
                .report()
                .request("one")
                .pass(Duration.ofSeconds(20))
                .deafTo("c1", "c2")
                .pass(Duration.ofMinutes(10));
        assertTrue(world.run(1).inFlight());

        world.hearAgain().pass(Duration.ofSeconds(44));
        assertTrue(world.run(1).inFlight());
        world.pass(Duration.ofSeconds(10));
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
    }

    @Test
    @DisplayName("R8 a 403 is no evidence, but onFailure decides")
    void forbiddenIsNoEvidenceButAFailure() {
        World world = World.of(stage("only"))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c1", 2, Behaviour.FORBIDDEN).request("two").pass(A_WHILE);

        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertNull(world.quarantine(2L));
        assertEquals(
                AuditReason.TooManyFailures, world.one(AuditType.StageFailed).reason());
    }

    @Test
    @DisplayName("R5 a refusal for the content's sake is evidence")
    void refusalIsEvidence() {
        World world = World.of(stage("only").onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .behave("c1", 1, Behaviour.REFUSED)
                .report()
                .request("one")
                .pass(A_WHILE);
        assertNotNull(world.quarantine(1L));
        assertTrue(world.one(AuditType.TargetFailed).message().contains("Invalid"));
    }

    @Test
    @DisplayName("R11 a failure is acted on while the stage waits in its delay")
    void failureWhileWaiting() {
        World world = World.of(stage("only").delay(Duration.ofHours(1)))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(MINUTE);
        assertEquals(StagePhase.Waiting, world.phase(1, "only"));
        world.health("c1", HealthState.Failed, "container app: CrashLoopBackOff");
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertTrue(world.one(AuditType.StageFailed).message().contains("CrashLoopBackOff"));
    }

    @Test
    @DisplayName("R15 recovery before the threshold clears it, and is recorded")
    void recoveryClears() {
        World world = World.of(stage("only").soak(MINUTE))
                .clusters("only", "c1")
                .report()
                .request("one");
        world.pass(Duration.ofSeconds(10))
                .health("c1", HealthState.Degraded, "1 of 3 ready")
                .health("c1", HealthState.Ready);
        world.pass(MINUTE.plus(A_WHILE));

        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertNotNull(world.one(AuditType.TargetDegraded));
        assertNotNull(world.one(AuditType.TargetRecovered));
    }

    @Test
    @DisplayName("R15 tolerated failures: the stage succeeds, stable moves, the failed target stays listed")
    void toleratedFailuresStayListed() {
        World world = World.of(stage("only").maxFailures(1))
                .clusters("only", "c1", "c2", "c3")
                .behave("c2", 1, Behaviour.CRASH)
                .report()
                .request("one")
                .pass(A_WHILE);

        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(1L, world.stable("only"));
        assertEquals(TargetPhase.Failed, world.target("c2").phase());
        assertTrue(world.part(1, "only").conditions().stream()
                .anyMatch(c -> c.type() == Condition.Type.Degraded
                        && c.status()
                        && c.message().contains("c2")));
        assertEquals(
                List.of("c2"), world.one(AuditType.StageSucceeded).details().get("tolerated"));
    }

    @Test
    @DisplayName("R16 Halt: clusters keep what they have, and a later healthy observation is reported")
    void haltKeepsWhatIsThere() {
        World world = World.of(stage("only").onFailure(OnFailure.Halt))
                .clusters("only", "c1", "c2")
                .report();
        world.request("one").pass(A_WHILE);
        world.behave("c1", 2, Behaviour.CRASH).request("two").pass(A_WHILE);
        assertEquals(RunOutcome.Halted, world.run(2).outcome());
        assertEquals(Map.of("c1", 2L, "c2", 2L), world.held());

        world.health("c1", HealthState.Ready);
        assertEquals(
                AuditReason.LateRecovery, world.one(AuditType.TargetRecovered).reason());
        assertEquals(RunOutcome.Halted, world.run(2).outcome());
    }

    @Test
    @DisplayName(
            "R16 Continue: the next stage starts, stable does not move, nothing is quarantined, the run is Degraded")
    void continueGoesOn() {
        World world = World.of(stage("a").onFailure(OnFailure.Continue), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .behave("a1", 1, Behaviour.CRASH)
                .report()
                .request("one")
                .pass(A_WHILE);

        assertEquals(Map.of("a", StagePhase.Failed, "b", StagePhase.Succeeded), world.phases(1));
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertNull(world.stable("a"));
        assertNull(world.quarantine(1L));
        assertTrue(world.run(1).conditions().stream().anyMatch(c -> c.type() == Condition.Type.Degraded && c.status()));
    }
}
