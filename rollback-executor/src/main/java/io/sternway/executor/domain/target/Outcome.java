package io.sternway.executor.domain.target;

import java.util.Map;
import java.util.Set;

/** How far the executor has come with an epoch (X1). */
public enum Outcome {
    /** Accepted, or still being tried. */
    PENDING,
    /** Everything is applied. */
    APPLIED,
    /** It cannot be applied, and nothing was changed. */
    FAILED,
    /** Stopped before the first write. */
    NOT_STARTED,
    /** Stopped or failed after the first write. */
    PARTIAL,
    /** Stopped while the answer to a write was outstanding: it may have taken effect. */
    UNKNOWN;

    private static final Map<Outcome, Set<Outcome>> MOVES =
            Map.of(PENDING, Set.of(PENDING, APPLIED, FAILED, NOT_STARTED, PARTIAL, UNKNOWN));

    /** Whether an epoch may move from here to there; a pair that is not listed is not legal. A new epoch is PENDING. */
    public boolean mayBecome(Outcome next) {
        return MOVES.getOrDefault(this, Set.of()).contains(next);
    }
}
