package io.sternway.evaluator.domain.observed;

import org.jspecify.annotations.Nullable;

/**
 * A Deployment's Progressing condition.
 *
 * @param reason its reason
 * @param lastUpdateTime as the API server wrote it; only ever compared for being the same
 */
public record RolloutProgress(
        @Nullable String reason, @Nullable String lastUpdateTime) {

    /**
     * That time, if the Deployment made no progress within its own deadline, which is not terminal; empty if the server
     * wrote no time.
     */
    public @Nullable String deadlineExceededAt() {
        if (!"ProgressDeadlineExceeded".equals(reason)) {
            return null;
        }
        return lastUpdateTime == null ? "" : lastUpdateTime;
    }
}
