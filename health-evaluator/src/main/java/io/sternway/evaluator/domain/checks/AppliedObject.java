package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.RolloutProgress;
import org.jspecify.annotations.Nullable;

/**
 * What the executor says of an object that it applied, so far as it matters for judging it.
 *
 * @param progress the Progressing condition that stood there when the apply returned
 * @param wanted how many replicas the snapshot wants; absent where it names none, or an autoscaler decides (H20)
 * @param templateKept whether this apply left the Pod template as it was: its Pods may have crashed before (H15)
 */
public record AppliedObject(
        @Nullable RolloutProgress progress, @Nullable Integer wanted, boolean templateKept) {}
