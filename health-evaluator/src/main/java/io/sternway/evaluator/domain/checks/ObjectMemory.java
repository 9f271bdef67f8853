package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.vocabulary.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What has to be remembered of one object at one epoch (H5).
 *
 * @param passed it has passed at this epoch
 * @param deadlineExceededAt lastUpdateTime of a ProgressDeadlineExceeded that the previous look saw
 */
public record ObjectMemory(boolean passed, @Nullable String deadlineExceededAt) {

    static final ObjectMemory NONE = new ObjectMemory(false, null);

    ObjectMemory after(Verdict verdict, @Nullable RolloutProgress progress) {
        return new ObjectMemory(
                passed || verdict == Verdict.Pass, progress == null ? null : progress.deadlineExceededAt());
    }
}
