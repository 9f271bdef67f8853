package io.sternway.evaluator.domain;

import java.util.List;

/**
 * The watcher's last look at a target.
 *
 * @param epoch the epoch that was looked at
 * @param sequence orders the looks
 * @param objects what was seen
 */
public record Look(long epoch, Sequence sequence, List<ObjectSeen> objects) {

    public Look {
        objects = List.copyOf(objects);
    }
}
