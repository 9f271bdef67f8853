package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.World.Behaviour;
import io.sternway.promotion.domain.intake.Answer;
import io.sternway.promotion.domain.intake.Answer.Refused;
import io.sternway.promotion.domain.revision.Snapshot;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.run.RunOutcome;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageSettings.OnFailure;
import io.sternway.promotion.domain.stage.StageSettings.OnNoEvidence;
import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.DeploymentFact.Prune;
import io.sternway.promotion.domain.target.HealthFact.State;
import io.sternway.promotion.domain.target.GivenUp;
import io.sternway.promotion.domain.target.TargetPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HistoryRulesTest {

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    @Test
    @DisplayName("R27 T-04 the oldest revisions beyond the limit are forgotten, and their snapshots retired")
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
    @DisplayName("R27 T-05 what is live, stable or a rollback target is never forgotten")
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
