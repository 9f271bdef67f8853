package io.sternway.systemtests.history;

import io.sternway.events.TargetRef;
import org.jspecify.annotations.Nullable;

/**
 * The executor's row of a target.
 *
 * @param target the target
 * @param sequence how many records it published
 * @param epoch the newest epoch that is desired
 * @param heldEpoch the epoch of the last completed apply; absent before the first
 * @param released whether the target is ours no longer
 */
public record ExecutorRow(
        TargetRef target,
        long sequence,
        long epoch,
        @Nullable Long heldEpoch,
        boolean released) {}
