package io.sternway.events;

import org.jspecify.annotations.Nullable;

/**
 * A Deployment's Progressing condition, so that one that is left over from before an apply can be told apart (H3).
 *
 * @param status True, False or Unknown
 * @param reason for example NewReplicaSetAvailable or ProgressDeadlineExceeded
 * @param lastUpdateTime as the API server wrote it
 */
public record ProgressingCondition(
        String status, @Nullable String reason, @Nullable String lastUpdateTime) {}
