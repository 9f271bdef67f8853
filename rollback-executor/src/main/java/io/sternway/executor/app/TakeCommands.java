package io.sternway.executor.app;

import io.sternway.executor.domain.target.Assignment;
import io.sternway.executor.domain.target.Change;
import io.sternway.executor.domain.target.TargetKey;
import io.sternway.executor.domain.target.TargetMoves;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes commands for single targets (architecture.md, rule 4): one row is locked, moved and stored, what follows is
 * published, and workers do the rest. Runs in the caller's transaction.
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

    /** The target is to hold a snapshot, or to be let go. */
    public void assign(TargetKey key, Assignment wanted, Duration deadline) {
        Optional<Targets.Stored> stored = targets.lock(key);
        boolean known = snapshots.isKnown(key.project(), key.promotion(), wanted.snapshot());
        Instant now = targets.now();
        boolean leased = stored.map(Targets.Stored::isLeased).orElse(false);
        keep(TargetMoves.assign(stored.map(Targets.Stored::target), key, wanted, deadline, known, leased, now));
    }

    /** What was commanded at this epoch is called back (X1). */
    public void cancel(TargetKey key, long epoch, String reason) {
        change(key, stored -> TargetMoves.cancel(stored.target(), epoch, reason, stored.isLeased()));
    }

    /** Leftovers may go (K5). */
    public void prune(TargetKey key, long epoch, Duration deadline) {
        Instant now = targets.now();
        change(key, stored -> TargetMoves.prune(stored.target(), epoch, deadline, now));
    }

    /** A snapshot has come: whoever waits for it is due. */
    public void snapshotArrived(String project, String promotion, String hash) {
        Instant now = targets.now();
        for (TargetKey key : targets.waitingFor(project, promotion, hash)) {
            change(key, stored -> TargetMoves.snapshotArrived(stored.target(), hash, now));
        }
    }

    private void change(TargetKey key, Function<Targets.Stored, Change> move) {
        targets.lock(key).map(move).ifPresent(this::keep);
    }

    private void keep(Change change) {
        targets.save(change.target());
        publications.publish(change.records());
    }
}
