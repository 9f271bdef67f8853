package io.sternway.settings;

import java.time.Duration;

/**
 * In which waves a stage is deployed.
 *
 * @param type all at once, or never more than {@code maxConcurrency} in flight
 * @param maxConcurrency how many may be in flight; 100 % for All
 * @param maxFailures how many failed targets a stage tolerates
 * @param progressDeadline how long each target may take from its dispatch
 * @param minSuccessTime how long a target must be healthy without a break; zero: no soak
 */
public record RolloutStrategy(
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

    /**
     * How many of a stage's targets may fail. Never all of them: a stage without a healthy target has not succeeded,
     * whatever {@code maxFailures} says (R15).
     */
    public int toleratedFailures(int total) {
        return Math.max(0, Math.min(maxFailures.asFailures(total), total - 1));
    }

    /** Kinds of rollout. */
    public enum Type {
        All,
        Progressive
    }
}
