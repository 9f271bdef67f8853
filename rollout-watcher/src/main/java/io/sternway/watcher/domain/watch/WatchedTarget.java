package io.sternway.watcher.domain.watch;

import java.util.List;

/**
 * What a target holds completely, and so is looked at.
 *
 * @param project the project
 * @param promotion the promotion
 * @param cluster the cluster
 * @param epoch the epoch that it holds
 * @param objects what was applied
 * @param pace how often to look
 */
public record WatchedTarget(
        String project, String promotion, String cluster, long epoch, List<WatchedObject> objects, PollIntervals pace) {

    public WatchedTarget {
        objects = List.copyOf(objects);
    }

    /** {@code project/promotion}: its name on its cluster. */
    public String name() {
        return project + "/" + promotion;
    }
}
