package io.sternway.evaluator.domain.observed;

import java.util.List;

/**
 * The watcher's last look at a target.
 *
 * @param epoch the epoch that was looked at
 * @param sequence orders the looks
 * @param objects what was seen
 */
public record Observation(long epoch, Sequence sequence, List<ObservedObject> objects) {

    public Observation {
        objects = List.copyOf(objects);
    }
}
