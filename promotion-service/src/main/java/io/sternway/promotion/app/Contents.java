package io.sternway.promotion.app;

import java.util.Collection;
import java.util.Optional;

/** The contents of revisions, which no decision looks into. Every method belongs into a transaction of the caller. */
public interface Contents {

    /**
     * Stores the content of a new revision.
     *
     * @param promotion {@code project/name}
     * @param revision its number
     * @param content its content; snapshots that are stored already are left alone
     */
    void store(String promotion, long revision, NewContent content);

    /** A stage's whole content, as canonical JSON. */
    byte[] snapshot(String promotion, String hash);

    /** The normalised content of a revision, as canonical JSON; absent if there is none or it was pruned. */
    Optional<byte[]> normalised(String promotion, long revision);

    /**
     * Forgets what no kept revision needs (R27).
     *
     * @param promotion {@code project/name}
     * @param revisions numbers of the revisions that are kept
     * @param snapshots hashes that they name
     */
    void keepOnly(String promotion, Collection<Long> revisions, Collection<String> snapshots);
}
