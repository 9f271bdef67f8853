package io.sternway.executor.domain;

import static io.sternway.executor.domain.Moves.DONE;
import static io.sternway.executor.domain.Moves.KEY;
import static io.sternway.executor.domain.Moves.MINUTE;
import static io.sternway.executor.domain.Moves.NOW;
import static io.sternway.executor.domain.Moves.applied;
import static io.sternway.executor.domain.Moves.assign;
import static io.sternway.executor.domain.Moves.assignment;
import static io.sternway.executor.domain.Moves.ended;
import static io.sternway.executor.domain.Moves.kinds;
import static io.sternway.executor.domain.Moves.notBegun;
import static io.sternway.executor.domain.Moves.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Change.Kind;
import io.sternway.executor.domain.ledger.OutcomeMoves;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetMoves;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.vocabulary.DeploymentReason;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NullUnmarked
class TargetMovesTest {

    @Test
    @Tag("X1")
    @DisplayName("X1 the first command makes a row that is due at once, and says Pending")
    void aCommandIsAccepted() {
        Change change = assign(Optional.empty(), 5, true, false);
        assertEquals(List.of(Kind.Pending), kinds(change));
        assertEquals(1, change.target().sequence());
        assertEquals(NOW, change.target().dueAt());
        assertEquals(NOW.plus(MINUTE), change.target().deadlineAt());
        assertEquals(Target.Work.Apply, change.target().work());
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 an older or equal epoch changes nothing and is answered with what is known")
    void anOlderEpochIsAnswered() {
        Target applied = applied(5);
        for (long epoch : List.of(4L, 5L)) {
            Change change = assign(Optional.of(applied), epoch, true, false);
            assertEquals(List.of(Kind.Deployed), kinds(change));
            assertEquals(5, change.target().epoch());
            assertEquals(applied.sequence() + 1, change.target().sequence());
        }
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 a newer epoch replaces one that has not started, and says that nothing was done")
    void aNewerEpochReplaces() {
        Target first = assign(Optional.empty(), 5, true, false).target();
        Change change = assign(Optional.of(first), 6, true, false);
        assertEquals(List.of(Kind.Stopped, Kind.Pending), kinds(change));
        Target stopped = change.records().get(0).state();
        assertEquals(Outcome.NotStarted, stopped.outcome());
        assertEquals(5, stopped.epoch());
        assertEquals("Superseded", stopped.reason());
        assertEquals(3, change.target().sequence());
        assertEquals(6, change.target().epoch());
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 a newer epoch makes what a worker is doing Unknown, and what was left half done Partial")
    void aNewerEpochStopsWork() {
        Target working = WorkMoves.started(
                        assign(Optional.of(applied(1)), 5, true, false).target())
                .target();
        assertEquals(
                Outcome.Unknown,
                assign(Optional.of(working), 6, true, true)
                        .records()
                        .get(0)
                        .state()
                        .outcome());
        Change resting = assign(Optional.of(working), 6, true, false);
        assertEquals(Outcome.Partial, resting.records().get(0).state().outcome());
        assertFalse(resting.target().holds().complete());
        Target claimed = assign(Optional.of(applied(1)), 5, true, false).target();
        assertEquals(
                Outcome.NotStarted,
                assign(Optional.of(claimed), 6, true, true)
                        .records()
                        .get(0)
                        .state()
                        .outcome());
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 cancelled before it started: NotStarted; while a worker is on it: told to stop; applied: said so")
    void cancelling() {
        Target pending = assign(Optional.empty(), 5, true, false).target();
        Change now = TargetMoves.cancel(pending, 5, "Aborted", false);
        assertEquals(List.of(Kind.Stopped), kinds(now));
        assertEquals(Outcome.NotStarted, now.target().outcome());
        assertNull(now.target().dueAt());

        Change later = TargetMoves.cancel(pending, 5, "Aborted", true);
        assertEquals(List.of(), kinds(later));
        assertEquals("Aborted", later.target().stopReason());
        Change stopped = ended(later.target(), new AttemptResult.Stopped(DeploymentReason.Cancelled, List.of()));
        assertEquals("Aborted", stopped.target().reason());
        Change unsure = ended(
                WorkMoves.started(later.target()).target(),
                new AttemptResult.RetryLater(DeploymentReason.Unreachable, "no answer", null, false, true, List.of()));
        assertEquals(Outcome.Unknown, unsure.target().outcome());

        assertEquals(List.of(Kind.Deployed), kinds(TargetMoves.cancel(applied(5), 5, "Aborted", false)));
        assertEquals(List.of(), kinds(TargetMoves.cancel(pending, 9, "Aborted", false)));
    }

    @Test
    @Tag("X4")
    @DisplayName(
            "X4 tried again with growing waits until the deadline; the reason is told once; then stopped, not failed")
    void attemptsEndAtTheDeadline() {
        Target target = assign(Optional.empty(), 5, true, false).target();
        AttemptResult silence =
                new AttemptResult.RetryLater(DeploymentReason.Unreachable, "no answer", null, false, false, List.of());
        Change first = ended(target, silence);
        assertEquals(List.of(Kind.Pending), kinds(first));
        assertEquals("Unreachable", first.target().reason());
        Change second = ended(first.target(), silence);
        assertEquals(List.of(), kinds(second));
        assertTrue(second.target().dueAt().isAfter(first.target().dueAt()));
        assertEquals(2, second.target().attempts());

        Change last = WorkMoves.ended(second.target(), silence, 0.5, NOW.plusSeconds(58));
        assertEquals(NOW.plus(MINUTE), last.target().dueAt());
        assertFalse(WorkMoves.isOver(last.target(), NOW.plusSeconds(59)));
        Change over = notBegun(last.target(), false, NOW.plus(MINUTE));
        assertEquals(List.of(Kind.Stopped), kinds(over));
        assertEquals(Outcome.NotStarted, over.target().outcome());
        assertEquals("DeadlineExceeded", over.target().reason());
        assertFalse(over.target().evidence());
    }

    @Test
    @DisplayName("R36 with less than one call's time left nothing more is tried, and the known reason is what is told")
    void theKnownReasonSurvives() {
        Duration call = Duration.ofSeconds(5);
        Target target = assign(Optional.empty(), 5, true, false).target();
        assertFalse(WorkMoves.isTooLate(target, call, NOW.plusSeconds(59)), "it has not been tried at all");
        Target tried = WorkMoves.ended(
                        target,
                        new AttemptResult.RetryLater(
                                DeploymentReason.WebhookUnavailable, "ConfigMap a/b: x", null, false, false, List.of()),
                        0.5,
                        NOW.plusSeconds(50))
                .target();
        assertFalse(WorkMoves.isTooLate(tried, call, NOW.plusSeconds(54)));
        assertTrue(WorkMoves.isTooLate(tried, call, NOW.plusSeconds(55)));

        Target left = WorkMoves.ended(tried, new AttemptResult.NotBegun(false), 0.5, NOW.plusSeconds(56))
                .target();
        assertEquals(NOW.plus(MINUTE), left.dueAt());
        Change over = notBegun(left, false, NOW.plus(MINUTE));
        assertTrue(over.target().message().contains("WebhookUnavailable, ConfigMap a/b: x"));
    }

    @Test
    @Tag("X4")
    @DisplayName(
            "X4 a refusal ends at once: Failed before the first write, Partial after it; evidence only where a fault has it")
    void refusals() {
        Target target = assign(Optional.empty(), 5, true, false).target();
        Change failed = ended(target, refused(true));
        assertEquals(List.of(Kind.Failed), kinds(failed));
        assertEquals(Outcome.Failed, failed.target().outcome());
        assertTrue(failed.target().evidence());
        assertEquals(
                Outcome.Partial,
                ended(WorkMoves.started(target).target(), refused(true))
                        .target()
                        .outcome());
        assertFalse(ended(target, refused(false)).target().evidence());
    }

    @Test
    @Tag("X3")
    @DisplayName(
            "X3 a worker that lost its lease leaves the target to the next one; one that vanished leaves it unknown")
    void lostWorkers() {
        Target started = WorkMoves.started(
                        assign(Optional.empty(), 5, true, false).target())
                .target();
        Change lost = ended(started, new AttemptResult.Stopped(DeploymentReason.LeaseLost, List.of()));
        assertEquals(Outcome.Pending, lost.target().outcome());
        assertEquals(NOW, lost.target().dueAt());
        Change over = notBegun(started, true, NOW.plus(MINUTE));
        assertEquals(Outcome.Unknown, over.target().outcome());
        assertEquals(
                Outcome.Partial,
                notBegun(started, false, NOW.plus(MINUTE)).target().outcome());
    }

    @Test
    @Tag("X6")
    @DisplayName(
            "X6 what a target holds is complete until the first write of a newer epoch, and again when that is applied")
    void holdsAreComplete() {
        Target second = assign(Optional.of(applied(5)), 6, true, false).target();
        assertTrue(second.holds().complete());
        Change started = WorkMoves.started(second);
        assertEquals(List.of(Kind.Pending), kinds(started));
        assertFalse(started.target().holds().complete());
        assertEquals(5, started.target().holds().epoch());
        assertEquals(List.of(), kinds(WorkMoves.started(started.target())));
        Target applied = ended(started.target(), DONE).target();
        assertTrue(applied.holds().complete());
        assertEquals(6, applied.holds().epoch());
    }

    @Test
    @Tag("X3")
    @DisplayName("X3 after an epoch that was begun and did not end, the next one fences, until one is applied")
    void disturbedUntilApplied() {
        Target pending = assign(Optional.of(applied(1)), 5, true, false).target();
        assertFalse(pending.disturbed());
        assertFalse(assign(Optional.of(pending), 6, true, false).target().disturbed());
        Target after = assign(Optional.of(WorkMoves.started(pending).target()), 6, true, false)
                .target();
        assertTrue(after.disturbed());
        Target later = assign(Optional.of(after), 7, true, false).target();
        assertTrue(later.disturbed());
        assertFalse(assign(Optional.of(ended(later, DONE).target()), 8, true, false)
                .target()
                .disturbed());
    }

    @Test
    @Tag("X7")
    @DisplayName("X7 without the snapshot nothing is due but to ask again; it goes on when it comes")
    void snapshotsAreAskedFor() {
        Change asked = assign(Optional.empty(), 5, false, false);
        assertEquals(List.of(Kind.SnapshotUnknown), kinds(asked));
        assertEquals(NOW.plusSeconds(15), asked.target().dueAt());
        assertEquals(List.of(Kind.SnapshotUnknown), kinds(ended(asked.target(), new AttemptResult.SnapshotMissing())));
        Target arrived =
                TargetMoves.snapshotArrived(asked.target(), "hash", NOW).target();
        assertEquals(NOW, arrived.dueAt());
        assertNull(arrived.reason());
        assertEquals(
                asked.target(),
                TargetMoves.snapshotArrived(asked.target(), "other", NOW).target());
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 a prune is asked for at the epoch that is held, has a deadline of its own, and names what remains")
    void pruning() {
        Target applied = applied(5);
        assertEquals(List.of(Kind.Deployed), kinds(TargetMoves.prune(applied, 4, MINUTE, NOW)));
        Target pruning = TargetMoves.prune(applied, 5, MINUTE, NOW).target();
        assertEquals(Target.Work.Prune, pruning.work());

        ObjectName held = new ObjectName("v1", "ConfigMap", "a", "held");
        AttemptResult remains = new AttemptResult.Pruned(List.of(), List.of(held), "finalizer", false);
        Target waiting = ended(pruning, remains).target();
        assertEquals(PruneState.Pending, waiting.prune().state());
        Change late = notBegun(waiting, false, NOW.plus(MINUTE));
        assertEquals(List.of(Kind.PruneFailed), kinds(late));
        assertEquals(List.of(held), late.target().prune().remaining());
        assertEquals("finalizer", late.target().prune().message());

        Change done = ended(waiting, new AttemptResult.Pruned(List.of(held), List.of(), null, false));
        assertEquals(List.of(Kind.Pruned), kinds(done));
        assertEquals(List.of(held), done.target().prune().retained());
        assertEquals(List.of(Kind.Pruned), kinds(TargetMoves.prune(done.target(), 5, MINUTE, NOW)));
        assertEquals(
                List.of(Kind.PruneFailed),
                kinds(ended(pruning, new AttemptResult.Refused("KindUnknown", "x", List.of(), List.of()))));
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 nothing is pruned after a failed deployment")
    void neverAfterAFailure() {
        Target failed = ended(assign(Optional.empty(), 5, true, false).target(), refused(true))
                .target();
        Change change = TargetMoves.prune(failed, 5, MINUTE, NOW);
        assertEquals(List.of(Kind.PruneFailed), kinds(change));
        assertEquals(Target.Work.None, change.target().work());
    }

    @Test
    @Tag("R28")
    @DisplayName("a released target is told and then its key is cleared; an older command gets the same answer")
    void releasing() {
        Target asked = TargetMoves.assign(
                        Optional.of(applied(5)), KEY, assignment(6, Purpose.Release), MINUTE, false, false, NOW)
                .target();
        assertEquals(Target.Work.Release, asked.work());
        Change released = ended(asked, DONE);
        assertEquals(List.of(Kind.Released, Kind.Tombstone), kinds(released));
        assertNull(released.target().holds());
        assertEquals(
                List.of(Kind.Released, Kind.Tombstone), kinds(assign(Optional.of(released.target()), 3, true, false)));
        assertEquals(List.of(Kind.Pending), kinds(assign(Optional.of(released.target()), 7, true, false)));
        Change failed = notBegun(asked, false, NOW.plus(MINUTE));
        assertEquals(List.of(Kind.ReleaseFailed), kinds(failed));
    }

    @ParameterizedTest
    @Tag("X1")
    @DisplayName("X1 only a pending epoch moves; every other outcome is final")
    @EnumSource(Outcome.class)
    void outcomesAreFinal(Outcome from) {
        for (Outcome to : Outcome.values()) {
            assertEquals(from == Outcome.Pending, OutcomeMoves.isLegal(from, to), from + " to " + to);
        }
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 an attempt that ends for an epoch that is over is a bug, not a move")
    void aFinalOutcomeStays() {
        assertThrows(IllegalStateException.class, () -> ended(applied(5), DONE));
    }
}
