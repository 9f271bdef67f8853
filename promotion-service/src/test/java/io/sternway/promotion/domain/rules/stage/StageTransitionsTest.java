package io.sternway.promotion.domain.rules.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.rules.stage.StageCause.By;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StageTransitionsTest {

    private static final Set<StagePhase> FINAL = EnumSet.of(
            StagePhase.Halted,
            StagePhase.Failed,
            StagePhase.RolledBack,
            StagePhase.PartiallyRolledBack,
            StagePhase.RollbackFailed,
            StagePhase.Skipped);

    @Test
    @DisplayName("every pair of phase and cause either leads to one other phase or is not legal")
    void theWholeProductIsDecided() {
        for (StagePhase from : StagePhase.values()) {
            for (StageCause cause : StageCause.values()) {
                StageTransitions.next(from, cause)
                        .ifPresent(to -> assertFalse(to == from, from + " does not lead to itself by " + cause));
            }
        }
    }

    @Test
    @DisplayName("every phase that has not ended has a way out by time or by a person")
    void everyPhaseHasAWayOut() {
        for (StagePhase phase : StagePhase.values()) {
            if (!phase.ended()) {
                assertTrue(
                        StageTransitions.of(phase).keySet().stream()
                                .anyMatch(c -> c.by() == By.TIME || c.by() == By.PERSON),
                        phase + " could last for ever");
            }
        }
    }

    @Test
    @DisplayName("only what was deployed can fail later: Succeeded while monitored, Superseded while it is responsible")
    void whatHasEndedStays() {
        for (StagePhase phase : FINAL) {
            assertEquals(Map.of(), StageTransitions.of(phase), phase + " is final");
        }
        assertTrue(StageTransitions.next(StagePhase.Succeeded, StageCause.FailedRollback)
                .isPresent());
        assertTrue(StageTransitions.next(StagePhase.Superseded, StageCause.FailedRollback)
                .isPresent());
    }

    @Test
    @DisplayName("R21 a rollback leads to its end and to nothing else")
    void aRollbackOnlyEnds() {
        assertEquals(
                Set.of(StagePhase.RolledBack, StagePhase.PartiallyRolledBack, StagePhase.RollbackFailed),
                Set.copyOf(StageTransitions.of(StagePhase.RollingBack).values()));
    }

    @Test
    @DisplayName("every cause is used, and every phase but the first can be reached")
    void nothingIsSuperfluous() {
        Set<StageCause> causes = EnumSet.noneOf(StageCause.class);
        Set<StagePhase> reached = EnumSet.of(StagePhase.Pending);
        for (StagePhase phase : StagePhase.values()) {
            causes.addAll(StageTransitions.of(phase).keySet());
            reached.addAll(StageTransitions.of(phase).values());
        }
        assertEquals(EnumSet.allOf(StageCause.class), causes);
        assertEquals(EnumSet.allOf(StagePhase.class), reached);
    }

    @Test
    @DisplayName("docs/state-machine.md shows the table as it is")
    void theDocumentShowsTheTable() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "state-machine.md"));
        assertTrue(document.contains("```mermaid\n" + StageTransitions.mermaid() + "```"), StageTransitions.mermaid());
        for (StageCause cause : StageCause.values()) {
            String row = "| `" + cause + "` | " + cause.words() + " | `" + cause.audit() + "` |";
            assertTrue(document.contains(row), row);
        }
    }
}
