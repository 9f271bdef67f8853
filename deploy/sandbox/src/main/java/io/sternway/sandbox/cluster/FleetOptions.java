package io.sternway.sandbox.cluster;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet is set up.
 *
 * @param port of 127.0.0.1; 0 for a free one
 * @param crdDelay from a CustomResourceDefinition's creation until its instances are served
 * @param watchHistory changes that each cluster remembers for watches that start in the past; older ones are 410 Gone
 * @param controllers what makes clusters live
 * @param state folder where objects and tokens are kept, so that a fleet that is started again goes on from there;
 *     null: nothing is kept
 */
public record FleetOptions(
        int port,
        Duration crdDelay,
        int watchHistory,
        Controllers controllers,
        @Nullable Path state) {

    public static FleetOptions defaults() {
        return new FleetOptions(0, Duration.ofMillis(40), 512, Controllers.NONE, null);
    }

    public FleetOptions withPort(int wanted) {
        return new FleetOptions(wanted, crdDelay, watchHistory, controllers, state);
    }

    public FleetOptions withCrdDelay(Duration delay) {
        return new FleetOptions(port, delay, watchHistory, controllers, state);
    }

    public FleetOptions withWatchHistory(int changes) {
        return new FleetOptions(port, crdDelay, changes, controllers, state);
    }

    public FleetOptions withControllers(Controllers these) {
        return new FleetOptions(port, crdDelay, watchHistory, these, state);
    }

    public FleetOptions withState(Path folder) {
        return new FleetOptions(port, crdDelay, watchHistory, controllers, folder);
    }
}
