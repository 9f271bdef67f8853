package io.sternway.executor.app;

import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AttemptResult;
import java.util.List;
import java.util.Map;

/**
 * How clusters come to hold snapshots. Each method is one attempt: it may be repeated at any time, also after a crash at
 * any point, and then leads to the same state (X2). It never throws for what a cluster answers, nor when its
 * permit ends: that is its result.
 */
public interface Delivery {

    /** Makes the cluster hold the objects. A rollback is an apply. */
    AttemptResult apply(Content content, Permit permit);

    /** Removes what the inventory lists and the content no longer has (K5). */
    AttemptResult prune(Content content, Permit permit);

    /**
     * Deletes the broken Pods of abandoned revisions that StatefulSets wait for (K7). One look: repeated until settled.
     *
     * @param content what was applied; its objects are not needed
     * @param applied the objects as they were applied
     */
    AttemptResult mend(Content content, List<AppliedObject> applied, Permit permit);

    /** Lets the cluster go. */
    AttemptResult release(Content content, boolean withdraw, Permit permit);

    /**
     * What a target is to hold.
     *
     * @param owner the promotion
     * @param cluster the cluster
     * @param epoch the epoch
     * @param revision the revision
     * @param objects the objects, placeholders resolved; empty for a release
     * @param rollback whether an earlier state is put back
     * @param force whether other managers' fields are taken over
     * @param adoptFrom whose entries are taken over at the first apply
     * @param fence whether writes of an earlier epoch may still be on their way (X3)
     * @param mends whether something of ours may stand in the way and is put right first (K11); in a rollback always
     */
    record Content(
            Owner owner,
            String cluster,
            long epoch,
            long revision,
            List<Map<String, Object>> objects,
            boolean rollback,
            boolean force,
            List<String> adoptFrom,
            boolean fence,
            boolean mends) {

        public Content {
            objects = List.copyOf(objects);
            adoptFrom = List.copyOf(adoptFrom);
        }
    }
}
