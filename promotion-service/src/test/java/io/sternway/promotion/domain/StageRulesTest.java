package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Gate;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StageRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("R6 a stage waits, with a reason, until the inventory is known")
    void unknownInventoryWaits() {
        World world = World.of(stage("only")).request("one").pass(A_WHILE);
        assertEquals(StagePhase.Pending, world.phase(1, "only"));
        assertEquals("InventoryUnknown", world.part(1, "only").reason());
        assertNotNull(world.one(AuditType.StageBlocked));

        world.clusters("only", "c1").pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R6 an empty stage blocks, and goes on when a cluster matches")
    void emptyStageBlocks() {
        World world = World.of(stage("only"))
                .clusters("other", "x1")
                .report()
                .request("one")
                .pass(A_WHILE);
        assertEquals(StagePhase.Pending, world.phase(1, "only"));
        assertEquals(AuditReason.EmptyStage, world.one(AuditType.StageBlocked).reason());
        assertTrue(world.part(1, "only").conditions().stream()
                .anyMatch(c -> c.type() == Condition.Type.Blocked && c.status()));

        world.clusters("only", "c1").pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R6 an empty stage is skipped where the document says so, never called succeeded")
    void emptyStageIsSkipped() {
        World world = World.of(stage("empty").skipIfEmpty(), stage("only"))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        assertEquals(StagePhase.Skipped, world.phase(1, "empty"));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
        assertNull(world.stable("empty"));
    }

    @Test
    @DisplayName("R7 waves: never more in flight than maxConcurrency, and all in the end")
    void wavesGoOutOneAfterTheOther() {
        World world = World.of(stage("only").progressive(2).soak(Duration.ofSeconds(10)))
                .clusters("only", "c1", "c2", "c3", "c4", "c5")
                .report()
                .request("one")
                .pass(MINUTE.multipliedBy(2));

        assertEquals(
                List.of(2, 2, 1),
                world.effects(Effect.Deploy.class).stream()
                        .map(d -> d.targets().size())
                        .toList());
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("R7 nothing new is dispatched after the second failure; the stage fails once")
    void breachStopsTheWaves() {
        World world = World.of(stage("only").progressive(2).maxFailures(1).onFailure(OnFailure.Halt))
                .clusters("only", "c1", "c2", "c3", "c4", "c5", "c6")
                .behave("c1", 1, Behaviour.CRASH)
                .behave("c3", 1, Behaviour.CRASH)
                .behave("c4", 1, Behaviour.MANUAL)
                .report()
                .request("one")
                .pass(MINUTE);

        assertEquals(StagePhase.Halted, world.phase(1, "only"));
        assertEquals(
                AuditReason.TooManyFailures, world.one(AuditType.StageFailed).reason());
        assertEquals(Set.of("c1", "c2", "c3", "c4"), world.state().targets().keySet());
        assertEquals(
                Map.of("c4", world.target("c4").desired().epoch()),
                world.effects(Effect.Cancel.class).get(0).epochs());
    }

    @Test
    @DisplayName("R9 health of an older epoch does not count")
    void olderHealthDoesNotCount() {
        World world = World.of(stage("only"))
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        long old = world.target("c1").desired().epoch();
        world.behave("c1", 2, Behaviour.MANUAL).request("two");
        world.health("c1", old, HealthState.Ready).pass(A_WHILE);
        assertEquals(StagePhase.Deploying, world.phase(2, "only"));

        world.answer("c1", DeploymentFact.Answer.Applied, null);
        assertEquals(StagePhase.Deploying, world.phase(2, "only"));
        world.health("c1", HealthState.Ready).pass(A_WHILE);
        assertEquals(StagePhase.Succeeded, world.phase(2, "only"));
    }

    @Test
    @DisplayName("R10 the soak counts continuous health: Degraded starts it again")
    void degradedStartsTheSoakAgain() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(15)).health("c1", HealthState.Degraded).pass(Duration.ofSeconds(4));
        world.health("c1", HealthState.Ready).pass(Duration.ofSeconds(18));
        assertEquals(StagePhase.Soaking, world.phase(1, "only"));

        world.pass(Duration.ofSeconds(4));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
        assertNotNull(world.one(AuditType.TargetDegraded));
        assertNotNull(world.one(AuditType.TargetRecovered));
    }

    @Test
    @DisplayName("R10 Unknown starts the soak again")
    void unknownStartsTheSoakAgain() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(15)).health("c1", HealthState.Unknown);
        world.health("c1", HealthState.Ready).pass(Duration.ofSeconds(18));
        assertEquals(StagePhase.Soaking, world.phase(1, "only"));
        world.pass(Duration.ofSeconds(4));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R10 a gap in the cluster's own reports starts the soak again")
    void aGapStartsTheSoakAgain() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(10))
                .away("c1")
                .pass(Duration.ofSeconds(10))
                .back("c1");
        world.pass(Duration.ofSeconds(18));
        assertFalse(world.phase(1, "only") == StagePhase.Succeeded);
        world.pass(Duration.ofSeconds(6));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R10 a short gap of the cluster does not start the soak again")
    void aShortGapDoesNotMatter() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(8))
                .away("c1")
                .pass(Duration.ofSeconds(4))
                .back("c1")
                .pass(Duration.ofSeconds(10));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R10 A8: while we are deaf the soak stands still, and is not lost")
    void deafnessStopsTheSoak() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(10)).deafTo("c1", "c2").pass(Duration.ofMinutes(5));
        assertEquals(StagePhase.Soaking, world.phase(1, "only"));

        world.hearAgain().pass(Duration.ofSeconds(10));
        assertEquals(StagePhase.Soaking, world.phase(1, "only"));
        world.pass(Duration.ofSeconds(14));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R10 a target that never stays healthy for long enough is Unstable, and that is evidence")
    void neverSoakingIsUnstable() {
        World world = World.of(stage("only")
                        .soak(Duration.ofSeconds(20))
                        .deadline(MINUTE)
                        .onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .report()
                .request("one");
        for (int i = 0; i < 20 && world.run(1).inFlight(); i++) {
            world.pass(Duration.ofSeconds(6)).health("c1", HealthState.Degraded).health("c1", HealthState.Ready);
        }
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertEquals(GivenUp.Kind.Unstable, world.givenUp("c1").kind());
        assertNotNull(world.one(AuditType.RevisionQuarantined));
        assertFalse(world.now().isBefore(Instant.parse("2026-01-01T00:02:00Z")));
    }

    @Test
    @DisplayName("R10 one that only silence kept from soaking is NoEvidence")
    void silenceKeepingFromSoakingIsNoEvidence() {
        World world = World.of(stage("only")
                        .soak(Duration.ofSeconds(20))
                        .deadline(MINUTE)
                        .onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .report()
                .request("one");
        for (int i = 0; i < 20 && world.run(1).inFlight(); i++) {
            world.pass(Duration.ofSeconds(6)).health("c1", HealthState.Unknown).health("c1", HealthState.Ready);
        }
        assertEquals(GivenUp.Kind.NoEvidence, world.givenUp("c1").kind());
        assertNull(world.quarantine(1L));
    }

    @Test
    @DisplayName("R10 the delay runs from when all had soaked, and starts again when one breaks")
    void delayStartsAgain() {
        World world = World.of(stage("only").delay(MINUTE))
                .clusters("only", "c1", "c2")
                .report()
                .request("one");
        world.pass(Duration.ofSeconds(40)).health("c2", HealthState.Degraded).pass(Duration.ofSeconds(4));
        assertEquals(StagePhase.Deploying, world.phase(1, "only"));
        world.health("c2", HealthState.Ready).pass(Duration.ofSeconds(50));
        assertEquals(StagePhase.Waiting, world.phase(1, "only"));
        Gate gate = world.shutGates().get(0);
        assertEquals(Gate.Kind.Delay, gate.kind());
        assertNotNull(gate.opensAt());
        world.pass(Duration.ofSeconds(12));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R10 a gate opens only on fresh reports; Stale otherwise")
    void gatesNeedFreshReports() {
        World world = World.of(stage("only").delay(Duration.ofSeconds(10)))
                .clusters("only", "c1", "c2")
                .report()
                .request("one");
        world.pass(Duration.ofSeconds(5)).away("c1").pass(Duration.ofSeconds(5).plusMillis(500));
        assertEquals(StagePhase.Waiting, world.phase(1, "only"));
        assertTrue(world.part(1, "only").conditions().stream()
                .anyMatch(c -> c.type() == Condition.Type.Stale && c.status()));

        world.back("c1").pass(Duration.ofSeconds(20));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("R14 the next stage starts when the previous one has succeeded, not before")
    void stagesGoOneAfterTheOther() {
        World world = World.of(stage("a").delay(MINUTE), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(Duration.ofSeconds(50));
        assertEquals(StagePhase.Pending, world.phase(1, "b"));
        assertFalse(world.state().targets().containsKey("b1"));
        world.pass(Duration.ofSeconds(30));
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }

    @Test
    @DisplayName("a placeholder that a cluster cannot resolve stops the stage before anything is dispatched")
    void unresolvablePlaceholderHalts() {
        World world = World.of(stage("only")).clusters("only", "c1").report();
        world.ask(new Snapshot("hash", Set.of("region")), null);
        world.pass(A_WHILE);

        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        assertTrue(world.one(AuditType.StageHalted).message().contains("cluster c1 has no label region"));
        assertEquals(List.of(), world.effects(Effect.Deploy.class));
    }

    private static World soaking(Duration soak) {
        World world = World.of(stage("only").soak(soak))
                .clusters("only", "c1", "c2")
                .report()
                .request("one");
        assertEquals(StagePhase.Soaking, world.phase(1, "only"));
        return world;
    }

    @Test
    @DisplayName("H10 R10 a report that repeats what is known does not start the soak again")
    void repetitionIsNoNews() {
        World world = soaking(Duration.ofSeconds(20));
        world.pass(Duration.ofSeconds(15)).repeatHealth("c1").pass(Duration.ofSeconds(6));
        assertEquals(StagePhase.Succeeded, world.phase(1, "only"));
    }

    @Test
    @DisplayName("REST: what each gate waits for, and when it could open")
    void gatesAreExplained() {
        World world = World.of(stage("a").soak(MINUTE), stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(Duration.ofSeconds(10));
        List<Gate> gates = world.shutGates();
        assertEquals(
                List.of("a Soak", "b PreviousStage"),
                gates.stream().map(g -> g.stage() + " " + g.kind()).toList());
        assertEquals(Instant.parse("2026-01-01T00:01:00Z"), gates.get(0).opensAt());
        assertEquals(List.of("a1", "a2"), gates.get(0).waitsFor());

        world.pass(MINUTE);
        assertEquals(List.of(), world.shutGates());
    }

    @Test
    @DisplayName("R3 new settings restart nothing and hold from the next gate on; deadlines are fixed at dispatch")
    void newSettingsHoldFromTheNextGateOn() {
        World world = World.of(stage("a").soak(MINUTE), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report();
        world.request("one").pass(Duration.ofSeconds(10));
        world.document(stage("a").delay(MINUTE), stage("b").soak(A_WHILE)).request("one");
        assertEquals(StagePhase.Soaking, world.phase(1, "a"));

        world.pass(Duration.ofSeconds(52));
        assertEquals(Duration.ofMinutes(1), world.target("a1").desired().minSuccessTime());
        assertEquals(StagePhase.Soaking, world.phase(1, "b"));
        assertEquals(A_WHILE, world.target("b1").desired().minSuccessTime());
    }
}
