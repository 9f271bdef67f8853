package io.sternway.watcher.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How clusters are looked at. */
@ConfigMapping(prefix = "sternway.watcher")
public interface WatcherConfig {

    /** The consumer group whose members share the partitions. */
    @WithDefault("sternway-rollout-watcher")
    String group();

    /** Who claims partitions, for people; the host's name and the process by default. */
    Optional<String> replica();

    /** After how much silence the broker gives a replica's partitions to another; at least the broker's minimum. */
    @WithDefault("6s")
    Duration sessionTimeout();

    /** Between looks at a cluster where nothing is held. */
    @WithDefault("30s")
    Duration steadyInterval();

    /** How often a listing must be consistent, whatever the resourceVersion says (H2). */
    @WithDefault("60s")
    Duration consistentEvery();

    /** From a change on a cluster to the look that it causes. */
    @WithDefault("5ms")
    Duration debounce();

    /**
     * The least time between two looks at one cluster. After a longer look as long as it took, and up to four times as
     * long while other clusters are looked at. A Pod that fails does not wait for it, once a second.
     */
    @WithDefault("25ms")
    Duration gap();

    /** Over which the first looks after taking over a partition are spread, where nothing hurries. */
    @WithDefault("3s")
    Duration spread();

    /** A look that took longer is made apart from the others the next time. */
    @WithDefault("3s")
    Duration slow();

    /** How long a custom controller has to write a first status. */
    @WithDefault("5s")
    Duration statusGrace();

    /** How many clusters are looked at at the same time. */
    @WithDefault("32")
    int looks();

    /** How many more that did not answer last time, or were slow. */
    @WithDefault("32")
    int suspects();

    /** Objects in one page of a list. */
    @WithDefault("500")
    int pageSize();

    /** How long the broker may take to store a report before a newer one replaces it. */
    @WithDefault("15s")
    Duration reportTimeout();
}
