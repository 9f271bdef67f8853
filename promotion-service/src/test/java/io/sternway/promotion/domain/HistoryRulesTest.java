package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HistoryRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    @Test
    @DisplayName("R27 the oldest revisions beyond the limit are forgotten, and their snapshots retired")
    void oldRevisionsAreForgotten() {
        World world = World.of(stage("only")).keep(2).clusters("only", "c1").report();
        for (int i = 1; i <= 5; i++) {
            world.request("content" + i).pass(A_WHILE);
        }
        assertEquals(Set.of(4L, 5L), world.state().revisions().keySet());
        assertEquals(3, world.audit(AuditType.RevisionPruned).size());
        assertEquals(
                List.of("hash-content1", "hash-content2", "hash-content3"),
                world.effects(Effect.RetireSnapshot.class).stream()
                        .map(Effect.RetireSnapshot::snapshot)
                        .toList());
    }

    @Test
    @DisplayName("R27 what is live, stable or a rollback target is never forgotten")
    void whatIsNeededStays() {
        World world = World.of(stage("a"), stage("b"))
                .keep(1)
                .clusters("a", "a1")
                .clusters("b", "b1")
                .report()
                .request("one")
                .pass(A_WHILE);
        for (int i = 2; i <= 6; i++) {
            world.behave("b1", i, Behaviour.CRASH).request("content" + i).pass(A_WHILE);
        }
        assertEquals(1L, world.held().get("b1"));
        assertTrue(world.state().revisions().containsKey(1L));
        assertTrue(world.state().revisions().containsKey(6L));
        assertTrue(world.state().revisions().size() < 6);
    }
}
