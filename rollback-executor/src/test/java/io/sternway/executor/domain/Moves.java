package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Assignment.ApplyPolicy;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Change.Kind;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.executor.domain.ledger.TargetMoves;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;

/** Moves of one target, as tests make them. */
@NullUnmarked
final class Moves {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final TargetKey KEY = new TargetKey("payments", "checkout", "eu-1");
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final AttemptResult.Done DONE = new AttemptResult.Done(List.of(), List.of());

    private Moves() {}

    static Change assign(Optional<Target> existing, long epoch, boolean known, boolean leased) {
        return TargetMoves.assign(existing, KEY, assignment(epoch, Purpose.Deploy), MINUTE, known, leased, NOW);
    }

    static Assignment assignment(long epoch, Purpose purpose) {
        return new Assignment(
                epoch,
                "command-" + epoch,
                purpose,
                false,
                "stage",
                epoch,
                "hash",
                "hash",
                Map.of(),
                new ApplyPolicy(false, List.of(), false),
                null,
                "{}",
                "run",
                "event");
    }

    static Change notBegun(Target target, boolean takenOver, Instant now) {
        assertTrue(WorkMoves.isOver(target, now));
        return WorkMoves.ended(target, new AttemptResult.NotBegun(takenOver), 0.5, now);
    }

    static Target applied(long epoch) {
        return ended(assign(Optional.empty(), epoch, true, false).target(), DONE)
                .target();
    }

    static Change ended(Target target, AttemptResult attempt) {
        return WorkMoves.ended(target, attempt, 0.5, NOW);
    }

    static AttemptResult refused(boolean evidence) {
        return new AttemptResult.Refused(
                "Invalid",
                "x",
                List.of(new Fault(new ObjectName("v1", "ConfigMap", "a", "b"), "Invalid", "x", null, null, evidence)),
                List.of());
    }

    static List<Kind> kinds(Change change) {
        return change.records().stream().map(Change.DeploymentRecord::kind).toList();
    }
}
