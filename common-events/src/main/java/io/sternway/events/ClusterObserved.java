package io.sternway.events;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a tick: the cluster was looked at, or could not be (H5).
 *
 * @param cluster the cluster
 * @param sequence orders the records of its partition
 * @param reached whether the API server answered
 * @param reason why it was not reached: Unreachable, Unauthorized, Forbidden, Throttled, ServerError, ClusterUnknown
 * @param message for people
 * @param interval how long until the next look
 * @param targets what was looked at; a target whose objects could not be read is in the list of RolloutObserved as
 *     Unknown and not here
 */
public record ClusterObserved(
        String cluster,
        ObservationSequence sequence,
        boolean reached,
        @Nullable String reason,
        @Nullable String message,
        Duration interval,
        List<ObservedTarget> targets) {

    public ClusterObserved {
        targets = List.copyOf(targets);
    }
}
