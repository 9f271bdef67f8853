package io.sternway.promotion.domain.rules.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RunTransitionsTest {

    @Test
    @DisplayName("R22 a run has one outcome; Succeeded alone may be replaced, once")
    void oneOutcome() {
        for (RunOutcome outcome : RunOutcome.values()) {
            assertTrue(RunTransitions.of(null).contains(outcome));
            if (outcome != RunOutcome.Succeeded) {
                assertEquals(Set.of(), RunTransitions.of(outcome));
            }
        }
        assertFalse(RunTransitions.of(RunOutcome.Succeeded).contains(RunOutcome.Superseded));
        assertFalse(RunTransitions.of(RunOutcome.Succeeded).contains(RunOutcome.Succeeded));
    }

    @Test
    @DisplayName("docs/state-machine.md shows the table as it is")
    void theDocumentShowsTheTable() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "state-machine.md"));
        assertTrue(document.contains("```mermaid\n" + RunTransitions.mermaid() + "```"), RunTransitions.mermaid());
    }
}
