package io.sternway.evaluator.domain.health;

import java.time.Duration;
import java.time.Instant;

/**
 * A row of failing evaluations: when it began, how many counted, and when the last one did.
 *
 * @param since the first failing evaluation
 * @param count how many counted, at most one for each check interval
 * @param countedAt when the last one counted
 */
public record Streak(Instant since, int count, Instant countedAt) {

    static Streak begin(Instant now) {
        return new Streak(now, 1, now);
    }

    Streak again(FailureLimits limits, Instant now) {
        return now.isBefore(countedAt.plus(limits.checkInterval())) ? this : new Streak(since, count + 1, now);
    }

    /** Whether a limit is reached: time or count, whichever comes first (H9). */
    boolean reached(FailureLimits limits, Instant now) {
        Duration threshold = limits.failureThreshold();
        Integer most = limits.maxConsecutiveFailures();
        return (threshold != null && !now.isBefore(since.plus(threshold))) || (most != null && count >= most);
    }
}
