package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Answer.Refused;
import io.sternway.promotion.domain.model.Condition;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MembershipRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static World settled() {
        return World.of(stage("only"))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
    }

    @Test
    @DisplayName("R6 a cluster that joins a settled stage gets its stable revision")
    void joiningClusterGetsStable() {
        World world = settled().clusters("only", "c3").pass(A_WHILE);

        assertEquals(1L, world.held().get("c3"));
        assertEquals("c3", world.one(AuditType.TargetJoined).cluster());
        assertNull(world.effects(Effect.Deploy.class).get(1).run());
        assertEquals(1, world.state().newestRun());
    }

    @Test
    @DisplayName("R6 one that joins while a run is active waits for its end")
    void joiningWaitsForTheRun() {
        World world = settled()
                .behave("c1", 2, Behaviour.MANUAL)
                .request("two")
                .clusters("only", "c3")
                .pass(A_WHILE);
        assertFalse(world.state().targets().containsKey("c3"));

        world.answer("c1", DeploymentFact.Answer.Applied, null)
                .health("c1", HealthState.Ready)
                .pass(A_WHILE);
        assertEquals(2L, world.held().get("c3"));
    }

    @Test
    @DisplayName("R6 a joined cluster that fails is its own matter, never the stage's")
    void joinedClusterFailsAlone() {
        World world = World.of(stage("only").monitorAlways())
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.behave("c3", 1, Behaviour.CRASH).clusters("only", "c3").pass(A_WHILE);

        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(TargetPhase.Failed, world.target("c3").phase());
        assertTrue(world.part(1, "only").conditions().stream()
                .anyMatch(c -> c.type() == Condition.Type.Degraded && c.status()));
    }

    @Test
    @DisplayName("R17 a cluster that joined goes back with its stage")
    void joinedClusterGoesBack() {
        World world = World.of(stage("only").monitorAlways())
                .clusters("only", "c1")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.request("two").pass(A_WHILE).clusters("only", "c3").pass(A_WHILE);
        assertEquals(2L, world.held().get("c3"));
        world.health("c1", HealthState.Failed).pass(A_WHILE);
        assertEquals(Map.of("c1", 1L, "c3", 1L), world.held());
    }

    @Test
    @DisplayName("R6 a cluster that leaves is released with a record, and forgotten when that is done")
    void leavingClusterIsReleased() {
        World world = settled().without("c2").pass(A_WHILE);

        assertEquals(1, world.effects(Effect.Release.class).size());
        assertNotNull(world.one(AuditType.TargetReleasing));
        assertNotNull(world.one(AuditType.TargetReleaseCompleted));
        assertEquals(Set.of("c1"), world.state().targets().keySet());
    }

    @Test
    @DisplayName("R6 a released cluster that does not answer is forgotten at its deadline, with a record")
    void releaseHasADeadline() {
        World world = World.of(stage("only").deadline(MINUTE))
                .clusters("only", "c1", "c2")
                .report();
        world.request("one").pass(A_WHILE).away("c2").without("c2").pass(MINUTE.plus(A_WHILE));
        assertNotNull(world.one(AuditType.TargetReleaseIncomplete));
        assertEquals(Set.of("c1"), world.state().targets().keySet());
    }

    @Test
    @DisplayName("R6 clusters whose deadlines differ are released by one command for each deadline")
    void eachLeavingClusterKeepsItsDeadline() {
        World world = World.of(stage("only").deadline(MINUTE.multipliedBy(5)))
                .clusters("only", "c1", "c2")
                .report()
                .request("one")
                .pass(A_WHILE);
        world.document(stage("only").deadline(MINUTE)).ask("one");
        world.clusters("only", "c3").pass(A_WHILE).without("c2", "c3").pass(A_WHILE);

        assertEquals(
                Map.of(MINUTE, Set.of("c3"), MINUTE.multipliedBy(5), Set.of("c2")),
                world.effects(Effect.Release.class).stream()
                        .collect(Collectors.toMap(
                                Effect.Release::deadline,
                                release -> release.epochs().keySet())));
    }

    @Test
    @DisplayName("R6 a cluster that leaves in the middle is dropped, and the run goes on")
    void leavingInTheMiddle() {
        World world = settled()
                .behave("c2", 2, Behaviour.MANUAL)
                .request("two")
                .pass(A_WHILE)
                .without("c2")
                .pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(List.of("c1"), world.part(2, "only").members());
    }

    @Test
    @DisplayName("R6 when every cluster left in the middle the stage is blocked, never succeeded")
    void everybodyLeaves() {
        World world = settled()
                .behave("c1", 2, Behaviour.MANUAL)
                .behave("c2", 2, Behaviour.MANUAL)
                .request("two")
                .without("c1", "c2")
                .pass(A_WHILE);
        assertEquals(StagePhase.Pending, world.phase(2, "only"));
        assertEquals("EmptyStage", world.part(2, "only").reason());

        world.forgetEffects().clusters("only", "c1", "c9").answer("c1", DeploymentFact.Answer.Applied, null);
        world.health("c1", HealthState.Ready).pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(List.of(), world.audit(AuditType.TargetJoined));
        assertEquals(List.of(), world.effects(Effect.Cancel.class));
    }

    @Test
    @DisplayName("R6 a cluster that returns gets the stable revision again")
    void returningCluster() {
        World world = settled()
                .without("c2")
                .pass(A_WHILE)
                .request("two")
                .pass(A_WHILE)
                .clusters("only", "c2")
                .pass(A_WHILE);
        assertEquals(2L, world.held().get("c2"));
    }

    @Test
    @DisplayName("R4 an overlap that arises later: the cluster stays where it is, with one warning")
    void laterOverlapIsAWarning() {
        Stages wide = stage("b");
        World world = World.of(stage("a"), wide)
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report()
                .request("one");
        world.pass(A_WHILE);
        world.document(stage("a"), stage("b"), stage("a").progressive(1));
        assertInstanceOf(Refused.class, world.ask("two"));
        assertEquals("a", world.target("a1").stage());
    }

    @Test
    @DisplayName("R6 a cluster whose labels change belongs to its new stage and gets what is stable there")
    void relabelledClusterMoves() {
        World world = World.of(stage("a"), stage("b"))
                .clusters("a", "a1", "a2")
                .clusters("b", "b1")
                .report();
        world.request("one").pass(A_WHILE).relabel("a2", Map.of("env", "b")).pass(A_WHILE);
        assertEquals("b", world.target("a2").stage());
        assertNotNull(world.one(AuditType.TargetMoved));
        assertEquals(1, world.state().newestRun());
    }

    @Test
    @DisplayName("R6 a cluster that joins and cannot resolve a placeholder is named once, and joins when it can")
    void unresolvableJoiner() {
        World world = World.of(stage("only")).clusters("only", "c1").report();
        world.ask(new Snapshot("hash", Set.of("name")), null);
        world.pass(A_WHILE)
                .clusters("only", "c2")
                .relabel("c2", Map.of("env", "only"))
                .pass(A_WHILE);
        world.without("c2").pass(A_WHILE).relabel("c3", Map.of("env", "only")).pass(A_WHILE);
        assertEquals(
                AuditReason.UnresolvedPlaceholder,
                world.one(AuditType.TargetFailed).reason());
        assertFalse(world.state().targets().containsKey("c3"));

        world.relabel("c3", Map.of("env", "only", "name", "c3")).pass(A_WHILE);
        assertEquals(1L, world.held().get("c3"));
    }

    @Test
    @DisplayName("R6 a member that leaves before its wave came is dropped with a record")
    void leavingBeforeItsWave() {
        World world = World.of(stage("only").progressive(1))
                .clusters("only", "c1", "c2")
                .report();
        world.behave("c1", 1, Behaviour.MANUAL).request("one").without("c2");
        assertEquals(AuditReason.Left, world.one(AuditType.TargetCancelled).reason());
        world.answer("c1", DeploymentFact.Answer.Applied, null)
                .health("c1", HealthState.Ready)
                .pass(A_WHILE);
        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
    }
}
