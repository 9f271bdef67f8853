package io.sternway.executor.domain.target;

import java.util.List;

/**
 * A target after a move, and the records that are to be published with it.
 *
 * @param target the target now
 * @param records in the order of publication
 */
public record Change(Target target, List<Told> records) {

    public Change {
        records = List.copyOf(records);
    }

    /**
     * A record of the deployments topic.
     *
     * @param kind what it tells
     * @param state the target's whole state at that moment, with its sequence
     */
    public record Told(Kind kind, Target state) {}

    /** What a record tells. */
    public enum Kind {
        PENDING,
        DEPLOYED,
        FAILED,
        STOPPED,
        SNAPSHOT_UNKNOWN,
        PRUNED,
        PRUNE_FAILED,
        RELEASED,
        /** After RELEASED: the key's record without a body. */
        TOMBSTONE,
        RELEASE_FAILED
    }

    static Change none(Target target) {
        return new Change(target, List.of());
    }

    /** Counts the record and publishes it. */
    static Change telling(Kind kind, Draft draft) {
        draft.sequence++;
        Target state = draft.done();
        return new Change(state, List.of(new Told(kind, state)));
    }
}
