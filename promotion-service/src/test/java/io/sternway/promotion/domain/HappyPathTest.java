package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HappyPathTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private static World twoStages() {
        return World.of(stage("staging"), stage("production"))
                .clusters("staging", "s1", "s2")
                .clusters("production", "p1", "p2", "p3")
                .report();
    }

    @Test
    @DisplayName("a good revision passes all stages, and is stable in each")
    void aGoodRevisionPassesAllStages() {
        World world = twoStages().request("one").pass(A_WHILE);

        assertEquals(RunOutcome.Succeeded, world.run(1).outcome());
        assertEquals(Map.of("s1", 1L, "s2", 1L, "p1", 1L, "p2", 1L, "p3", 1L), world.held());
        assertEquals(1L, world.stable("staging"));
        assertEquals(1L, world.stable("production"));
        assertEquals(2, world.audit(AuditType.StageStarted).size());
        assertEquals(2, world.audit(AuditType.StageSucceeded).size());
        assertEquals(
                "Revision 1 has passed every stage.",
                world.one(AuditType.RunSucceeded).message());
    }

    @Test
    @DisplayName("R17 a revision that breaks in the second stage is put back on all of its clusters")
    void aBrokenRevisionIsPutBack() {
        World world = twoStages().request("one").pass(A_WHILE);
        world.behave("p2", 2, Behaviour.CRASH).request("two").pass(A_WHILE);

        assertEquals(RunOutcome.RolledBack, world.run(2).outcome());
        assertEquals(StagePhase.Succeeded, world.phase(2, "staging"));
        assertEquals(StagePhase.RolledBack, world.phase(2, "production"));
        assertEquals(Map.of("s1", 2L, "s2", 2L, "p1", 1L, "p2", 1L, "p3", 1L), world.held());
        assertEquals(2L, world.stable("staging"));
        assertEquals(1L, world.stable("production"));
        assertTrue(world.one(AuditType.RevisionQuarantined).message().contains("production"));
    }
}
