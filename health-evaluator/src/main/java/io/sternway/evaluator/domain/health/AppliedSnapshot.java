package io.sternway.evaluator.domain.health;

import io.sternway.evaluator.domain.observed.RolloutProgress;
import java.util.Map;

/**
 * What a target holds completely, as far as health is concerned.
 *
 * @param epoch the epoch
 * @param limits when failing counts as failed
 * @param progressAtApply by object id, the Progressing condition that stood there when the apply returned
 */
public record AppliedSnapshot(long epoch, FailureLimits limits, Map<String, RolloutProgress> progressAtApply) {

    public AppliedSnapshot {
        progressAtApply = Map.copyOf(progressAtApply);
    }
}
