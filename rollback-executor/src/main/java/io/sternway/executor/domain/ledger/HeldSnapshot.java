package io.sternway.executor.domain.ledger;

import java.util.List;

/**
 * What a target holds.
 *
 * @param epoch the epoch of the last completed apply
 * @param revision its revision
 * @param snapshot its snapshot's hash
 * @param complete false from the first write of a newer epoch until that one has completed
 * @param objects what to watch
 * @param health what to look at: handed on as it came
 */
public record HeldSnapshot(
        long epoch, long revision, String snapshot, boolean complete, List<AppliedObject> objects, String health) {

    public HeldSnapshot {
        objects = List.copyOf(objects);
    }

    /** The same, no longer complete: a newer epoch is being written over it. */
    public HeldSnapshot disturbed() {
        return new HeldSnapshot(epoch, revision, snapshot, false, objects, health);
    }
}
