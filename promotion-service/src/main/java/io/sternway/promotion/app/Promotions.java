package io.sternway.promotion.app;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The promotions and the locks that guard them. Every method belongs into a transaction of the caller; locks are held
 * until its end.
 */
public interface Promotions {

    /**
     * Locks and loads promotions, in the order of their keys, so that two callers never wait for each other in a circle.
     *
     * @param keys {@code project/name}; unknown ones are absent from the answer
     * @throws UnreadableStateException if one of them cannot be read
     */
    Map<String, Stored> lock(Collection<String> keys);

    /**
     * The same, but for those that cannot be read.
     *
     * @param unreadable gets their keys
     */
    Map<String, Stored> lockReadable(Collection<String> keys, Consumer<String> unreadable);

    /** Locks promotions in the order of their keys, to be loaded one by one later in the transaction. */
    void lockOnly(Collection<String> keys);

    /**
     * Locks and loads promotions that are due; those that somebody else works on are passed over.
     *
     * @param limit how many at most
     * @param unreadable gets the keys of those that cannot be read; they are put off
     */
    List<Stored> lockDue(int limit, Consumer<String> unreadable);

    /** The database's clock, read now and not at the transaction's begin: what we waited for a lock for has passed. */
    Instant now();

    /**
     * Makes room for a promotion that did not exist; its parts are saved as those of any other.
     *
     * @param state what it is to be
     * @param now the database's clock
     */
    void create(Promotion state, Instant now);

    /**
     * Stores what changed, part by part.
     *
     * @param before as it was locked in this transaction, or unborn
     * @param after the new state
     * @param bookkeeping what the shell keeps beside it
     */
    void save(Stored before, Promotion after, Bookkeeping bookkeeping);

    /** Stores runs and rollbacks that left the state of a promotion, as they were last. */
    void keepHistory(Stored before, List<Run> runs, List<Rollback> rollbacks);

    /** Writes what was saved so far in this transaction: what the database refuses is told now. */
    void flush();

    /**
     * Writes what was saved so far in this transaction, and lets go of its rows: a batch of many promotions is not to make
     * each one slower than the one before.
     */
    void write();

    /** Stores that audit records were added, and nothing else. */
    void saveSequence(Stored before, long auditSequence);

    /**
     * Puts off a promotion whose decision threw, in a transaction of the caller.
     *
     * @param before as it was locked
     * @param merged the same with what came
     * @param auditSequence of its newest audit record
     * @param until when it is tried again
     * @param now the database's clock
     */
    void park(Stored before, Promotion merged, long auditSequence, Instant until, Instant now);

    /**
     * A promotion as it lies in the database.
     *
     * @param state what the domain knows
     * @param auditSequence of its newest audit record
     * @param failedAttempts decisions in a row that threw
     * @param dueSince when it was to be decided again by time alone; null: not at all
     */
    record Stored(
            Promotion state,
            long auditSequence,
            int failedAttempts,
            @Nullable Instant dueSince) {

        /** {@code project/name}. */
        public String key() {
            return state.ref().key();
        }
    }

    /**
     * What the shell keeps beside the state.
     *
     * @param auditSequence of the newest audit record, those of this transaction included
     * @param nextDueAt when to decide again; null: when a fact comes
     * @param phase for lists and metrics
     * @param waitsForReport a fresh report of one of its clusters is to wake it
     * @param now the database's clock
     */
    record Bookkeeping(
            long auditSequence, @Nullable Instant nextDueAt, String phase, boolean waitsForReport, Instant now) {}
}
