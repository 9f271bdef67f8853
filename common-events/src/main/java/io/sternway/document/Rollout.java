package io.sternway.document;

import java.time.Duration;

/**
 * In which steps the clusters of a stage get the content (R7, R8, R10).
 *
 * @param type all at once, or as many at a time as {@code maxConcurrency} says
 * @param maxConcurrency how many targets may be in flight; a percentage is rounded up, at least 1; 100 % for All
 * @param maxFailures how many targets may fail before the stage does; a percentage is rounded down
 * @param progressDeadline how long a target may take from its dispatch, also when its cluster never answers
 * @param minSuccessTime soak: how long a target must be continuously healthy at the revision; zero: not at all
 */
public record Rollout(
        Type type,
        CountOrPercent maxConcurrency,
        CountOrPercent maxFailures,
        Duration progressDeadline,
        Duration minSuccessTime) {

    /** {@code maxConcurrency} of a progressive rollout that gives none. */
    public static final CountOrPercent DEFAULT_MAX_CONCURRENCY = CountOrPercent.percent(25);

    /** {@code maxFailures} of a rollout that gives none. */
    public static final CountOrPercent DEFAULT_MAX_FAILURES = CountOrPercent.count(0);

    /** {@code progressDeadline} of a rollout that gives none. */
    public static final Duration DEFAULT_PROGRESS_DEADLINE = Duration.ofMinutes(10);

    /** How many targets may be in flight of that many, at least 1. */
    public int concurrency(int targets) {
        return Math.max(1, maxConcurrency.roundedUp(targets));
    }

    /** How many targets of that many may fail. */
    public int toleratedFailures(int targets) {
        return maxFailures.roundedDown(targets);
    }

    /** The kinds of rollout. */
    public enum Type {
        All,
        Progressive
    }
}
