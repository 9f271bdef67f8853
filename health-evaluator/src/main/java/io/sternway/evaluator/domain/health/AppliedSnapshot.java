package io.sternway.evaluator.domain.health;

import io.sternway.evaluator.domain.checks.AppliedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a target holds completely, as far as health is concerned.
 *
 * @param epoch the epoch
 * @param limits when failing counts as failed
 * @param progressAtApply by object id, the Progressing condition that stood there when the apply returned
 * @param wanted by object id, how many replicas the snapshot wants where no autoscaler decides (H20); absent: not known
 * @param keptTemplates ids of objects whose Pod template this apply did not change (H15); absent: not known
 */
public record AppliedSnapshot(
        long epoch,
        FailureLimits limits,
        Map<String, RolloutProgress> progressAtApply,
        @Nullable Map<String, Integer> wanted,
        @Nullable Set<String> keptTemplates) {

    public AppliedSnapshot {
        progressAtApply = Map.copyOf(progressAtApply);
        wanted = wanted == null ? null : Map.copyOf(wanted);
        keptTemplates = keptTemplates == null ? null : Set.copyOf(keptTemplates);
    }

    /** One of its objects. */
    AppliedObject object(String id) {
        return new AppliedObject(
                progressAtApply.get(id),
                wanted == null ? null : wanted.get(id),
                keptTemplates != null && keptTemplates.contains(id));
    }
}
