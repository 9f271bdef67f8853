package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.target.Assignment;
import io.sternway.executor.domain.target.Assignment.ApplyPolicy;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Change;
import io.sternway.executor.domain.target.Change.Kind;
import io.sternway.executor.domain.target.Fault;
import io.sternway.executor.domain.target.Outcome;
import io.sternway.executor.domain.target.Prune;
import io.sternway.executor.domain.target.Purpose;
import io.sternway.executor.domain.target.Target;
import io.sternway.executor.domain.target.TargetKey;
import io.sternway.executor.domain.target.TargetMoves;
import io.sternway.executor.domain.target.WorkMoves;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NullUnmarked
class TargetMovesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final TargetKey KEY = new TargetKey("payments", "checkout", "eu-1");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Attempt.Done DONE = new Attempt.Done(List.of(), List.of());

    @Test
    @Tag("X1")
    @DisplayName("X1 the first command makes a row that is due at once, and says Pending")
    void aCommandIsAccepted() {
        Change change = assign(Optional.empty(), 5, true, false);
        assertEquals(List.of(Kind.PENDING), kinds(change));
        assertEquals(1, change.target().sequence());
        assertEquals(NOW, change.target().dueAt());
        assertEquals(NOW.plus(MINUTE), change.target().deadlineAt());
        assertEquals(Target.Work.APPLY, change.target().work());
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 an older or equal epoch changes nothing and is answered with what is known")
    void anOlderEpochIsAnswered() {
        Target applied = applied(5);
        for (long epoch : List.of(4L, 5L)) {
            Change change = assign(Optional.of(applied), epoch, true, false);
            assertEquals(List.of(Kind.DEPLOYED), kinds(change));
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
        assertEquals(List.of(Kind.STOPPED, Kind.PENDING), kinds(change));
        Target stopped = change.records().get(0).state();
        assertEquals(Outcome.NOT_STARTED, stopped.outcome());
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
                Outcome.UNKNOWN,
                assign(Optional.of(working), 6, true, true)
                        .records()
                        .get(0)
                        .state()
                        .outcome());
        Change resting = assign(Optional.of(working), 6, true, false);
        assertEquals(Outcome.PARTIAL, resting.records().get(0).state().outcome());
        assertFalse(resting.target().holds().complete());
        Target claimed = assign(Optional.of(applied(1)), 5, true, false).target();
        assertEquals(
                Outcome.NOT_STARTED,
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
        assertEquals(List.of(Kind.STOPPED), kinds(now));
        assertEquals(Outcome.NOT_STARTED, now.target().outcome());
        assertNull(now.target().dueAt());

        Change later = TargetMoves.cancel(pending, 5, "Aborted", true);
        assertEquals(List.of(), kinds(later));
        assertEquals("Aborted", later.target().stopReason());
        Change stopped = ended(later.target(), new Attempt.Stopped("Cancelled", false, List.of()));
        assertEquals("Aborted", stopped.target().reason());
        Change unsure = ended(
                WorkMoves.started(later.target()).target(),
                new Attempt.Again("Unreachable", "no answer", null, false, true, List.of()));
        assertEquals(Outcome.UNKNOWN, unsure.target().outcome());

        assertEquals(List.of(Kind.DEPLOYED), kinds(TargetMoves.cancel(applied(5), 5, "Aborted", false)));
        assertEquals(List.of(), kinds(TargetMoves.cancel(pending, 9, "Aborted", false)));
    }

    @Test
    @Tag("X4")
    @DisplayName(
            "X4 tried again with growing waits until the deadline; the reason is told once; then stopped, not failed")
    void attemptsEndAtTheDeadline() {
        Target target = assign(Optional.empty(), 5, true, false).target();
        Attempt silence = new Attempt.Again("Unreachable", "no answer", null, false, false, List.of());
        Change first = ended(target, silence);
        assertEquals(List.of(Kind.PENDING), kinds(first));
        assertEquals("Unreachable", first.target().reason());
        Change second = ended(first.target(), silence);
        assertEquals(List.of(), kinds(second));
        assertTrue(second.target().dueAt().isAfter(first.target().dueAt()));
        assertEquals(2, second.target().attempts());

        Change last = WorkMoves.ended(second.target(), silence, 0.5, NOW.plusSeconds(58));
        assertEquals(NOW.plus(MINUTE), last.target().dueAt());
        assertTrue(WorkMoves.over(last.target(), false, NOW.plusSeconds(59)).isEmpty());
        Change over = WorkMoves.over(last.target(), false, NOW.plus(MINUTE)).orElseThrow();
        assertEquals(List.of(Kind.STOPPED), kinds(over));
        assertEquals(Outcome.NOT_STARTED, over.target().outcome());
        assertEquals("DeadlineExceeded", over.target().reason());
        assertFalse(over.target().evidence());
    }

    @Test
    @Tag("X4")
    @DisplayName(
            "X4 a refusal ends at once: Failed before the first write, Partial after it; evidence only where a fault has it")
    void refusals() {
        Target target = assign(Optional.empty(), 5, true, false).target();
        Change failed = ended(target, refused(true));
        assertEquals(List.of(Kind.FAILED), kinds(failed));
        assertEquals(Outcome.FAILED, failed.target().outcome());
        assertTrue(failed.target().evidence());
        assertEquals(
                Outcome.PARTIAL,
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
        Change lost = ended(started, new Attempt.Stopped(WorkMoves.LEASE_LOST, false, List.of()));
        assertEquals(Outcome.PENDING, lost.target().outcome());
        assertEquals(NOW, lost.target().dueAt());
        Change over = WorkMoves.over(started, true, NOW.plus(MINUTE)).orElseThrow();
        assertEquals(Outcome.UNKNOWN, over.target().outcome());
        assertEquals(
                Outcome.PARTIAL,
                WorkMoves.over(started, false, NOW.plus(MINUTE))
                        .orElseThrow()
                        .target()
                        .outcome());
    }

    @Test
    @Tag("X6")
    @DisplayName(
            "X6 what a target holds is complete until the first write of a newer epoch, and again when that is applied")
    void holdsAreComplete() {
        Target second = assign(Optional.of(applied(5)), 6, true, false).target();
        assertTrue(second.holds().complete());
        Change started = WorkMoves.started(second);
        assertEquals(List.of(Kind.PENDING), kinds(started));
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
        assertEquals(List.of(Kind.SNAPSHOT_UNKNOWN), kinds(asked));
        assertEquals(NOW.plusSeconds(15), asked.target().dueAt());
        assertEquals(List.of(Kind.SNAPSHOT_UNKNOWN), kinds(ended(asked.target(), new Attempt.SnapshotMissing())));
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
        assertEquals(List.of(Kind.DEPLOYED), kinds(TargetMoves.prune(applied, 4, MINUTE, NOW)));
        Target pruning = TargetMoves.prune(applied, 5, MINUTE, NOW).target();
        assertEquals(Target.Work.PRUNE, pruning.work());

        ObjectName held = new ObjectName("v1", "ConfigMap", "a", "held");
        Attempt remains = new Attempt.Pruned(List.of(), List.of(held), "finalizer", false);
        Target waiting = ended(pruning, remains).target();
        assertEquals(Prune.State.PENDING, waiting.prune().state());
        Change late = WorkMoves.over(waiting, false, NOW.plus(MINUTE)).orElseThrow();
        assertEquals(List.of(Kind.PRUNE_FAILED), kinds(late));
        assertEquals(List.of(held), late.target().prune().remaining());
        assertEquals("finalizer", late.target().prune().message());

        Change done = ended(waiting, new Attempt.Pruned(List.of(held), List.of(), null, false));
        assertEquals(List.of(Kind.PRUNED), kinds(done));
        assertEquals(List.of(held), done.target().prune().retained());
        assertEquals(List.of(Kind.PRUNED), kinds(TargetMoves.prune(done.target(), 5, MINUTE, NOW)));
        assertEquals(
                List.of(Kind.PRUNE_FAILED),
                kinds(ended(pruning, new Attempt.Refused("KindUnknown", "x", List.of(), List.of()))));
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 nothing is pruned after a failed deployment")
    void neverAfterAFailure() {
        Target failed = ended(assign(Optional.empty(), 5, true, false).target(), refused(true))
                .target();
        Change change = TargetMoves.prune(failed, 5, MINUTE, NOW);
        assertEquals(List.of(Kind.PRUNE_FAILED), kinds(change));
        assertEquals(Target.Work.NONE, change.target().work());
    }

    @Test
    @Tag("R28")
    @DisplayName("a released target is told and then its key is cleared; an older command gets the same answer")
    void releasing() {
        Target asked = TargetMoves.assign(
                        Optional.of(applied(5)), KEY, assignment(6, Purpose.RELEASE_KEEP), MINUTE, false, false, NOW)
                .target();
        assertEquals(Target.Work.RELEASE, asked.work());
        Change released = ended(asked, DONE);
        assertEquals(List.of(Kind.RELEASED, Kind.TOMBSTONE), kinds(released));
        assertNull(released.target().holds());
        assertEquals(
                List.of(Kind.RELEASED, Kind.TOMBSTONE), kinds(assign(Optional.of(released.target()), 3, true, false)));
        assertEquals(List.of(Kind.PENDING), kinds(assign(Optional.of(released.target()), 7, true, false)));
        Change failed = WorkMoves.over(asked, false, NOW.plus(MINUTE)).orElseThrow();
        assertEquals(List.of(Kind.RELEASE_FAILED), kinds(failed));
    }

    @ParameterizedTest
    @Tag("X1")
    @DisplayName("X1 only a pending epoch moves; every other outcome is final")
    @EnumSource(Outcome.class)
    void outcomesAreFinal(Outcome from) {
        for (Outcome to : Outcome.values()) {
            assertEquals(from == Outcome.PENDING, from.mayBecome(to), from + " to " + to);
        }
    }

    @Test
    @Tag("X1")
    @DisplayName("X1 an attempt that ends for an epoch that is over is a bug, not a move")
    void aFinalOutcomeStays() {
        assertThrows(IllegalStateException.class, () -> ended(applied(5), DONE));
    }

    private static Change assign(Optional<Target> existing, long epoch, boolean known, boolean leased) {
        return TargetMoves.assign(existing, KEY, assignment(epoch, Purpose.DEPLOY), MINUTE, known, leased, NOW);
    }

    private static Assignment assignment(long epoch, Purpose purpose) {
        return new Assignment(
                epoch,
                "command-" + epoch,
                purpose,
                "stage",
                epoch,
                "hash",
                "hash",
                Map.of(),
                new ApplyPolicy(false, List.of(), false),
                "{}",
                "run",
                "event");
    }

    private static Target applied(long epoch) {
        return ended(assign(Optional.empty(), epoch, true, false).target(), DONE)
                .target();
    }

    private static Change ended(Target target, Attempt attempt) {
        return WorkMoves.ended(target, attempt, 0.5, NOW);
    }

    private static Attempt refused(boolean evidence) {
        return new Attempt.Refused(
                "Invalid",
                "x",
                List.of(new Fault(new ObjectName("v1", "ConfigMap", "a", "b"), "Invalid", "x", null, null, evidence)),
                List.of());
    }

    private static List<Kind> kinds(Change change) {
        return change.records().stream().map(Change.Told::kind).toList();
    }
}
