package io.sternway.watcher.app.poll;

import java.time.Duration;

/**
 * How looks are paced.
 *
 * @param steadyInterval between looks at a cluster where nothing is held
 * @param consistentEvery how often a listing must be consistent, whatever the resourceVersion says (H2)
 * @param debounce from a change to the look that it causes
 * @param gap the least time between two looks at one cluster
 * @param spread over which the first looks after taking over a partition are spread, where nothing hurries
 * @param slow a look that took longer than this is made apart from the others the next time
 */
public record PollSettings(
        Duration steadyInterval,
        Duration consistentEvery,
        Duration debounce,
        Duration gap,
        Duration spread,
        Duration slow) {}
