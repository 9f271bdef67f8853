package io.sternway.promotion.domain.model.targets;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The prune of the newest dispatch (K5).
 *
 * @param state how far it has come
 * @param requestedAt when it was asked for
 * @param deadline how long it may take from then
 * @param message what stands against it, for people
 */
public record PruneStatus(
        State state,
        @Nullable Instant requestedAt,
        Duration deadline,
        @Nullable String message) {

    public static final PruneStatus NOT_REQUESTED = new PruneStatus(State.NotRequested, null, Duration.ZERO, null);

    /** Nothing more will come of it. */
    public boolean ended() {
        return state == State.Done || state == State.Incomplete;
    }

    /** How far a prune has come. */
    public enum State {
        NotRequested,
        Requested,
        Done,
        /** It failed, or its deadline passed. */
        Incomplete
    }
}
