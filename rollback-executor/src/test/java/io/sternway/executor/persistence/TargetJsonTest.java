package io.sternway.executor.persistence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.executor.domain.ledger.Note;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.vocabulary.NoteKind;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows as versions before this one stored them, of each purpose and outcome. */
class TargetJsonTest {
    private static final List<String> ROWS = rows();

    @Test
    @DisplayName("rows that older replicas wrote are read")
    void olderRowsAreRead() {
        List<Target> targets = ROWS.stream().map(TargetJson::read).toList();
        assertEquals(
                List.of(
                        Outcome.Pending,
                        Outcome.Applied,
                        Outcome.Failed,
                        Outcome.NotStarted,
                        Outcome.Partial,
                        Outcome.Unknown),
                targets.stream().map(Target::outcome).toList());
        assertEquals(
                List.of(
                        "Deploy false",
                        "Rollback false",
                        "Release false",
                        "Release true",
                        "Deploy false",
                        "Rollback false"),
                targets.stream()
                        .map(target -> target.assignment().purpose() + " "
                                + target.assignment().withdraw())
                        .toList());
        assertEquals(
                List.of(PruneState.None, PruneState.Pending, PruneState.Done, PruneState.Failed),
                targets.stream().limit(4).map(target -> target.prune().state()).toList());
        assertEquals(
                EnumSet.complementOf(EnumSet.of(NoteKind.Retained)),
                targets.get(0).notes().stream().map(Note::kind).collect(Collectors.toSet()));
        assertEquals("StatefulSet", targets.get(0).faults().get(0).object().kind());
        assertEquals(
                "uid",
                Objects.requireNonNull(targets.get(0).holds()).objects().get(0).uid());
    }

    @Test
    @DisplayName("rows are written as older replicas read them")
    void rowsAreWrittenForOlderReplicas() {
        ROWS.forEach(row -> assertEquals(row, TargetJson.write(TargetJson.read(row))));
        assertEquals(
                List.of("DEPLOY", "ROLLBACK", "RELEASE_KEEP", "RELEASE_WITHDRAW"),
                ROWS.stream()
                        .limit(4)
                        .map(row -> TargetJson.purpose(TargetJson.read(row).assignment()))
                        .toList());
        assertEquals("NOT_STARTED", TargetJson.constant(Outcome.NotStarted));
    }

    @Test
    @DisplayName("constants as the contract writes them are read too")
    void theContractsFormIsRead() {
        String row = ROWS.get(3)
                .replace("\"NOT_STARTED\"", "\"NotStarted\"")
                .replace("\"RELEASE_WITHDRAW\"", "\"Release\"")
                .replace("\"LEFT_TO_AUTOSCALER\"", "\"LeftToAutoscaler\"");
        Target target = TargetJson.read(row);
        assertEquals(Outcome.NotStarted, target.outcome());
        assertEquals(Purpose.Release, target.assignment().purpose());
    }

    @Test
    @DisplayName("a row that is none is told as unreadable")
    void brokenRowsAreTold() {
        for (String row :
                List.of("{}", "[]", "null", "{\"assignment\": 1}", ROWS.get(0).replace("PENDING", "ODD"))) {
            assertThrows(IllegalStateException.class, () -> TargetJson.read(row), row);
        }
    }

    private static List<String> rows() {
        try (InputStream rows =
                Objects.requireNonNull(TargetJsonTest.class.getResourceAsStream("stored-targets.jsonl"))) {
            return new String(rows.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
