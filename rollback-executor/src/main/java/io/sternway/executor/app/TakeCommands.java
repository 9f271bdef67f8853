package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.Assignment;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.executor.domain.ledger.TargetMoves;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Takes commands: rows are locked, moved and stored, what follows is published, and workers do
 * the rest. Runs in the caller's transaction.
 */
public final class TakeCommands {
    private final Targets targets;
    private final Snapshots snapshots;
    private final Publications publications;

    public TakeCommands(Targets targets, Snapshots snapshots, Publications publications) {
        this.targets = targets;
        this.snapshots = snapshots;
        this.publications = publications;
    }

    /** These targets of one promotion are to hold one snapshot, or to be let go. */
    public void assign(Map<TargetKey, Assignment> wanted, Duration deadline) {
        Targets.Locked rows = targets.lockAll(wanted.keySet());
        Instant now = targets.now();
        Optional<Map.Entry<TargetKey, Assignment>> any =
                wanted.entrySet().stream().findFirst();
        boolean known = any.isPresent()
                && snapshots.isKnown(
                        any.get().getKey().project(),
                        any.get().getKey().promotion(),
                        any.get().getValue().snapshot());
        List<Change> changes = new ArrayList<>();
        wanted.forEach((key, assignment) -> {
            Targets.Unreadable unreadable = rows.unreadable().get(key);
            if (unreadable == null) {
                Optional<Targets.Stored> row = Optional.ofNullable(rows.stored().get(key));
                boolean leased = row.map(Targets.Stored::isLeased).orElse(false);
                changes.add(TargetMoves.assign(
                        row.map(Targets.Stored::target), key, assignment, deadline, known, leased, now));
            } else if (assignment.epoch() > unreadable.epoch()) {
                changes.add(TargetMoves.assignUnread(key, unreadable.sequence(), assignment, deadline, known, now));
            }
        });
        keep(changes);
    }

    /** What was commanded at these epochs is called back (X1). */
    public void cancel(Map<TargetKey, Long> epochs, String reason) {
        change(
                epochs.keySet(),
                (stored, now) -> TargetMoves.cancel(stored.target(), epoch(epochs, stored), reason, stored.isLeased()));
    }

    /** Leftovers may go (K5). */
    public void prune(Map<TargetKey, Long> epochs, Duration deadline) {
        change(
                epochs.keySet(),
                (stored, now) -> TargetMoves.prune(stored.target(), epoch(epochs, stored), deadline, now));
    }

    /** A snapshot has come: whoever waits for it is due. */
    public void snapshotArrived(String project, String promotion, String hash) {
        change(
                targets.waitingFor(project, promotion, hash),
                (stored, now) -> TargetMoves.snapshotArrived(stored.target(), hash, now));
    }

    private static long epoch(Map<TargetKey, Long> epochs, Targets.Stored stored) {
        return Objects.requireNonNull(epochs.get(stored.target().key()));
    }

    private void change(Collection<TargetKey> keys, BiFunction<Targets.Stored, Instant, Change> move) {
        if (keys.isEmpty()) {
            return;
        }
        Instant now = targets.now();
        keep(targets.lockAll(keys).stored().values().stream()
                .map(stored -> move.apply(stored, now))
                .toList());
    }

    private void keep(List<Change> changes) {
        changes.forEach(change -> targets.save(change.target()));
        publications.publish(
                changes.stream().flatMap(change -> change.records().stream()).toList());
        targets.announce(changes.stream().map(change -> change.target().key()).toList());
    }
}
