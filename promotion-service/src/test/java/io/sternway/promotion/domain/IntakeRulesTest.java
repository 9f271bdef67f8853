package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Answer;
import io.sternway.promotion.domain.model.Answer.Refused;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IntakeRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private static World world() {
        return World.of(stage("only")).clusters("only", "c1", "c2").report();
    }

    @Test
    @DisplayName("R2 the same content as the active revision starts nothing while its run is in flight")
    void sameContentInFlightStartsNothing() {
        World world = world().behave("c1", 1, Behaviour.MANUAL).request("one").request("one");

        assertEquals(1, world.state().newestRun());
        assertEquals(
                AuditReason.Unchanged,
                world.audit(AuditType.PromotionAccepted).get(1).reason());
    }

    @Test
    @DisplayName("R2 the same content as a revision that succeeded starts nothing")
    void sameContentAfterSuccessStartsNothing() {
        World world = world().request("one").pass(A_WHILE).request("one").pass(A_WHILE);

        assertEquals(1, world.state().newestRun());
        assertEquals(1, world.effects(Effect.Deploy.class).size());
    }

    @Test
    @DisplayName("R2 the content of an older revision is a revert: a new run of that revision")
    void olderContentIsAReverting() {
        World world = world().request("one").pass(A_WHILE).request("two").pass(A_WHILE);
        world.request("one").pass(A_WHILE);

        assertEquals(2, world.state().newestRevision());
        assertEquals(3, world.state().newestRun());
        assertEquals(Map.of("c1", 1L, "c2", 1L), world.held());
        assertEquals(1L, world.stable("only"));
    }

    @Test
    @DisplayName("R2 after a halt without evidence the same content starts a new run")
    void sameContentAfterHaltStartsAgain() {
        World world = World.of(stage("only").onFailure(OnFailure.Halt))
                .clusters("only", "c1")
                .report();
        world.behave("c1", 1, Behaviour.FORBIDDEN).request("one").pass(A_WHILE);
        assertEquals(RunOutcome.Halted, world.run(1).outcome());
        world.behave("c1", 1, Behaviour.GOOD).request("one").pass(A_WHILE);

        assertEquals(RunOutcome.Succeeded, world.run(2).outcome());
        assertEquals(2, world.run(2).attempt());
        assertEquals(1, world.state().newestRevision());
    }

    @Test
    @DisplayName("R2 settings alone give a new generation and restart nothing")
    void settingsAloneRestartNothing() {
        World world = world().request("one").pass(A_WHILE);
        world.document(stage("only").maxFailures(1)).request("one").pass(A_WHILE);

        assertEquals(2, world.state().generation());
        assertEquals(1, world.state().newestRun());
        assertNotNull(world.one(AuditType.SettingsChanged));
    }

    @Test
    @DisplayName("R4 a cluster in two stages is refused at intake")
    void overlappingStagesAreRefused() {
        World world =
                World.of(stage("only"), stage("only")).clusters("only", "c1").report();

        Refused refused = assertInstanceOf(Refused.class, world.ask("one"));
        assertEquals(AuditReason.OverlappingStages, refused.faults().get(0).reason());
        assertTrue(refused.faults().get(0).message().contains("c1"));
    }

    @Test
    @DisplayName("R4 clusters that no stage matches are listed")
    void unmatchedClustersAreListed() {
        World world = World.of(stage("only"))
                .clusters("only", "c1")
                .clusters("elsewhere", "x1")
                .report()
                .request("one");

        assertEquals(
                List.of("x1"), world.one(AuditType.PromotionAccepted).details().get("unmatchedClusters"));
    }

    @Test
    @DisplayName("R5 a quarantined revision is refused, naming when and where it failed; a newer one is taken")
    void quarantinedRevisionIsRefused() {
        World world = world().request("one").pass(A_WHILE);
        world.behave("c2", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        Refused refused = assertInstanceOf(Refused.class, world.ask("two"));
        assertEquals(AuditReason.Quarantined, refused.faults().get(0).reason());
        assertTrue(
                refused.faults().get(0).message().contains("stage only"),
                refused.faults().toString());
        assertInstanceOf(Answer.Accepted.class, world.ask("three"));
    }

    @Test
    @DisplayName("R5 ifRevision refuses a late build; every fault is named at once")
    void lateBuildIsRefused() {
        World world = world().request("one").pass(A_WHILE);
        world.behave("c2", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        Refused refused = assertInstanceOf(Refused.class, world.ask("two", 1L));
        assertEquals(
                List.of(AuditReason.RevisionMismatch, AuditReason.Quarantined),
                refused.faults().stream().map(Answer.Fault::reason).toList());
        assertEquals(2, world.state().newestRun());
        assertInstanceOf(Answer.Accepted.class, world.ask("three", 2L));
    }

    @Test
    @DisplayName("R26 a stage that still has clusters cannot be dropped from the document")
    void stageInUseCannotBeDropped() {
        World world = World.of(stage("a"), stage("b"))
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report();
        world.request("one").pass(A_WHILE).document(stage("a"));

        Refused refused = assertInstanceOf(Refused.class, world.ask("two"));
        assertEquals(AuditReason.StageInUse, refused.faults().get(0).reason());
    }

    @Test
    @DisplayName("R1 every answer is one record that names its request as the cause")
    void everyAnswerNamesItsRequest() {
        World world = world().request("one");

        assertEquals("request-1", world.one(AuditType.PromotionAccepted).causation());
        assertEquals(
                AuditReason.NewRevision, world.one(AuditType.PromotionAccepted).reason());
        assertEquals("request-1", world.one(AuditType.RunStarted).causation());
    }
}
