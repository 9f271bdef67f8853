package io.sternway.executor.domain.ledger;

import java.util.List;

/**
 * A target after a move, and the records that are to be published with it.
 *
 * @param target the target now
 * @param records in the order of publication
 */
public record Change(Target target, List<DeploymentRecord> records) {

    public Change {
        records = List.copyOf(records);
    }

    /**
     * A record of the deployments topic.
     *
     * @param kind what it tells
     * @param state the target's whole state at that moment, with its sequence
     */
    public record DeploymentRecord(Kind kind, Target state) {}

    /** What a record tells. */
    public enum Kind {
        Pending,
        Deployed,
        Failed,
        Stopped,
        SnapshotUnknown,
        Pruned,
        PruneFailed,
        Released,
        /** After Released: the key's record without a body. */
        Tombstone,
        ReleaseFailed
    }

    static Change none(Target target) {
        return new Change(target, List.of());
    }

    static Change none(TargetBuilder draft) {
        return none(draft.build());
    }

    /** Counts the record and publishes it. */
    static Change telling(Kind kind, TargetBuilder draft) {
        Target state = draft.sequence(draft.sequence() + 1).build();
        return new Change(state, List.of(new DeploymentRecord(kind, state)));
    }
}
