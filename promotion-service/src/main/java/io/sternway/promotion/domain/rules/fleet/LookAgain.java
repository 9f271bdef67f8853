package io.sternway.promotion.domain.rules.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When an answer may be another one though no fact comes. A question only says it; who acts on the answer sees to it.
 *
 * @param at the earliest such time; absent: never
 * @param catchUp partitions that must be read to their end before a time that has passed counts (A8)
 */
public record LookAgain(@Nullable Instant at, Set<Integer> catchUp) {
    /** The answer stays until a fact comes. */
    public static final LookAgain NEVER = new LookAgain(null, Set.of());

    public LookAgain {
        catchUp = Set.copyOf(catchUp);
    }

    /** At that time. */
    public static LookAgain at(Instant at) {
        return new LookAgain(at, Set.of());
    }

    /** After that time: what is waited for comes without a fact. */
    public static LookAgain in(Duration delay, Instant now) {
        return at(now.plus(delay));
    }

    /** For both reasons. */
    public LookAgain and(LookAgain other) {
        if (other.equals(NEVER) || equals(NEVER)) {
            return equals(NEVER) ? other : this;
        }
        Set<Integer> both = new TreeSet<>(catchUp);
        both.addAll(other.catchUp);
        Instant earliest = at == null || (other.at != null && other.at.isBefore(at)) ? other.at : at;
        return new LookAgain(earliest, both);
    }
}
