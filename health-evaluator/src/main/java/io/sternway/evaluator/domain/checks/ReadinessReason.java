package io.sternway.evaluator.domain.checks;

import io.sternway.vocabulary.Verdict;

/** Why the check {@code readiness} says what it says: each reason of its own, with the verdict that it gives. */
public enum ReadinessReason {
    Current(Verdict.Pass),
    /** A Job that has passed and is gone by its TTL. */
    JobCompleted(Verdict.Pass),
    /** Fewer are available than wanted, but enough, and nothing is being rolled out; told although it passes. */
    Scaling(Verdict.Pass),
    InProgress(Verdict.Progressing),
    /** Somebody who is no autoscaler wants fewer replicas than the snapshot (H20). */
    FewerWanted(Verdict.Progressing),
    Terminating(Verdict.Progressing),
    Failed(Verdict.Fail),
    /** It was applied and is not there any more. */
    NotFound(Verdict.Fail),
    /** Pods of the current revision do not start or crash. */
    PodsFailed(Verdict.Fail),
    /** A Deployment made no progress within its own deadline. */
    ProgressDeadlineExceeded(Verdict.Fail),
    /** It has passed, and then fell below what a rollout may leave. */
    BecameUnavailable(Verdict.Fail),
    Unreadable(Verdict.Error),
    /** A Job is gone, and nobody saw how it ended (H17). */
    JobOutcomeUnknown(Verdict.Error),
    /** Nobody could look for three intervals. */
    Silent(Verdict.Error);

    private final Verdict verdict;

    ReadinessReason(Verdict verdict) {
        this.verdict = verdict;
    }

    /** What it means for the target. */
    public Verdict verdict() {
        return verdict;
    }
}
