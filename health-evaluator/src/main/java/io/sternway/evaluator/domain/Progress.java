package io.sternway.evaluator.domain;

import org.jspecify.annotations.Nullable;

/**
 * A Deployment's Progressing condition.
 *
 * @param reason its reason
 * @param lastUpdateTime as the API server wrote it; only ever compared for being the same
 */
public record Progress(@Nullable String reason, @Nullable String lastUpdateTime) {

    /** Whether the Deployment made no progress within its own deadline; not terminal. */
    public boolean deadlineExceeded() {
        return "ProgressDeadlineExceeded".equals(reason);
    }
}
