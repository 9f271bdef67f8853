package io.sternway.promotion.domain.model.targets;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A target that is not waited for any more.
 *
 * @param epoch the epoch at which it was given up; a later dispatch is a new chance, and this stays until it is healthy
 * @param kind how it failed
 * @param evidence whether that speaks against the revision (R5)
 * @param reason CamelCase
 * @param message for people
 * @param at when
 * @param returns how often its cluster had come back when that epoch was dispatched: an owed target is tried again after
 *     one more, be it before it was given up or after
 * @param recoveredAt when it was seen healthy at that epoch after all; absent if it was not
 */
@RecordBuilder
public record GivenUp(
        long epoch,
        Kind kind,
        boolean evidence,
        String reason,
        String message,
        Instant at,
        long returns,
        @Nullable Instant recoveredAt)
        implements GivenUpBuilder.With {

    /** Given up for want of an answer: restored when its cluster is back. */
    public boolean owed() {
        return kind == Kind.NoEvidence || kind == Kind.Superseded;
    }

    /** A newer run took over before the cluster had finished with what was brought to it (R3). */
    public static GivenUp superseded(long epoch, String message, Instant now) {
        return new GivenUp(epoch, Kind.Superseded, false, "Superseded", message, now, Long.MAX_VALUE, null);
    }

    /** How a target failed. */
    public enum Kind {
        /** The evaluator's verdict (R15). */
        Unhealthy,
        /** It cannot be applied (R15). */
        Refused,
        /** A fresh report says not ready at the deadline (R8). */
        TimedOut,
        /** It never soaked (R10). */
        Unstable,
        /** Its cluster never answered (R8). */
        NoEvidence,
        /** A newer run took over before it had what the older one brought, or was restored (R3). */
        Superseded
    }
}
