package io.sternway.promotion.domain.model.targets;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a target has been healthy without a break, as far as it must be remembered (R10).
 *
 * @param soakedAt when it had been healthy for long enough; absent if it has not, or has lost it again
 * @param missingSince from when the time runs in which it must soak: its dispatch, or when it lost it
 * @param reached it had soaked at this epoch at least once
 * @param disturbed something other than silence broke its health after it had been ready at this epoch
 */
public record Soak(@Nullable Instant soakedAt, Instant missingSince, boolean reached, boolean disturbed) {

    /** Not yet healthy. */
    public static Soak from(Instant dispatch) {
        return new Soak(null, dispatch, false, false);
    }

    /** It counts as healthy for long enough now. */
    public boolean soaked() {
        return soakedAt != null;
    }

    /** It has been healthy for long enough. */
    public Soak complete(Instant at) {
        return new Soak(at, missingSince, true, disturbed);
    }

    /** It is not healthy any more. */
    public Soak lost(Instant at) {
        return soakedAt == null ? this : new Soak(null, at, reached, disturbed);
    }

    /** Something other than silence broke its health. */
    public Soak disturbedNow() {
        return new Soak(soakedAt, missingSince, reached, true);
    }
}
