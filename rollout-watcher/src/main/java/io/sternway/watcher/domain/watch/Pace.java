package io.sternway.watcher.domain.watch;

import java.time.Duration;

/**
 * How often a target is looked at (H1).
 *
 * @param active while not everything is current, and for {@code activeFor} after the apply
 * @param steady otherwise
 * @param activeFor how long after the apply the active interval holds
 */
public record Pace(Duration active, Duration steady, Duration activeFor) {

    /** How long until the next look. */
    public Duration interval(boolean allCurrent, Duration sinceApplied) {
        return !allCurrent || sinceApplied.compareTo(activeFor) < 0 ? active : steady;
    }
}
