package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of targets, and who works on them. Every method runs in the caller's transaction; times are the database's.
 */
public interface Targets {

    /** The database's clock. */
    Instant now();

    /** Locks a target's row until the transaction ends, and reads it. */
    Optional<Stored> lock(TargetKey key);

    /**
     * The same for several at once, in one order for everybody, so that nobody waits in a circle. What cannot be read is
     * set aside.
     */
    Locked lockAll(Collection<TargetKey> keys);

    /** Stores a target under the lock. Whoever works on it stays. */
    void save(Target target);

    /** Wakes the workers of all replicas once the transaction has committed, and whoever works on these. */
    void announce(Collection<TargetKey> keys);

    /** Lets go of a target: another worker may take it when it is due. */
    void unlease(TargetKey key);

    /**
     * Nobody works on a target any more until a newer command comes, or somebody clears the mark: whatever is done about
     * it fails unexpectedly.
     *
     * @param reason for people
     */
    void setAside(TargetKey key, String reason);

    /** Due targets of a promotion that wait for a snapshot. */
    List<TargetKey> waitingFor(String project, String promotion, String snapshot);

    /** Whether any target wants, or holds, this snapshot. */
    boolean uses(String project, String promotion, String snapshot);

    /**
     * Takes due targets that nobody works on, or whose worker has disappeared, fairly by cluster. One whose row cannot be
     * read is set aside.
     *
     * @param worker who takes them
     * @param lease for how long, unless renewed
     * @param grace how long after a lease's end the calls of a dead worker may still be in flight
     * @param free for clusters that are not free as a whole: how many more may be taken there
     * @param perCluster how many may be taken of any other cluster
     * @param most how many in all
     */
    List<Claim> claim(
            String worker, Duration lease, Duration grace, Map<String, Integer> free, int perCluster, int most);

    /** Renews leases; tells what each target that is still ours wants now. */
    List<Renewal> renew(String worker, Collection<TargetKey> keys, Duration lease);

    /** How long until the next target is due that nobody works on, negative if one is; empty if none will be. */
    Optional<Duration> untilNextDue(Duration grace);

    /**
     * Locked rows, in the order of their keys.
     *
     * @param stored what can be read
     * @param unreadable what cannot: only its columns tell of it
     */
    record Locked(Map<TargetKey, Stored> stored, Map<TargetKey, Unreadable> unreadable) {}

    /**
     * A locked row that cannot be read.
     *
     * @param epoch its newest epoch
     * @param sequence how many records of it were published
     */
    record Unreadable(long epoch, long sequence) {}

    /**
     * A locked row.
     *
     * @param target the target
     * @param worker who works on it now; absent if nobody does
     */
    record Stored(Target target, @Nullable String worker) {
        /** Whether somebody works on it. */
        public boolean isLeased() {
            return worker != null;
        }
    }

    /**
     * A target that was taken.
     *
     * @param target the target
     * @param takenOver whether the worker before disappeared
     */
    record Claim(Target target, boolean takenOver) {}

    /**
     * What a target wants when its lease is renewed.
     *
     * @param key the target
     * @param epoch its newest epoch
     * @param toStop whether its command was called back
     */
    record Renewal(TargetKey key, long epoch, boolean toStop) {}
}
