package io.sternway.watcher.domain.watch;

import java.time.Duration;
import java.util.List;

/**
 * How often a target is looked at (H1); each time is at least zero and at most {@link #LONGEST}.
 *
 * @param active while not everything is current, and for {@code activeFor} after the apply
 * @param steady otherwise
 * @param activeFor how long after the apply the active interval holds
 */
public record PollIntervals(Duration active, Duration steady, Duration activeFor) {

    /** Longer than anybody means, and short enough to reckon with nanoseconds. */
    public static final Duration LONGEST = Duration.ofDays(366);

    public PollIntervals {
        for (Duration time : List.of(active, steady, activeFor)) {
            if (time.isNegative() || time.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("no time between zero and " + LONGEST + ": " + time);
            }
        }
    }

    /** How long until the next look. */
    public Duration interval(boolean allCurrent, Duration sinceApplied) {
        return !allCurrent || sinceApplied.compareTo(activeFor) < 0 ? active : steady;
    }
}
