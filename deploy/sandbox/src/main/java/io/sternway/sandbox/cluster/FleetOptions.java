package io.sternway.sandbox.cluster;

import java.time.Duration;

/**
 * How a fleet is set up.
 *
 * @param port of 127.0.0.1; 0 for a free one
 * @param crdDelay from a CustomResourceDefinition's creation until its instances are served
 * @param watchHistory changes that each cluster remembers for watches that start in the past; older ones are 410 Gone
 * @param controllers what makes clusters live
 */
public record FleetOptions(int port, Duration crdDelay, int watchHistory, Controllers controllers) {

    public static FleetOptions defaults() {
        return new FleetOptions(0, Duration.ofMillis(40), 512, Controllers.NONE);
    }

    public FleetOptions withPort(int wanted) {
        return new FleetOptions(wanted, crdDelay, watchHistory, controllers);
    }

    public FleetOptions withCrdDelay(Duration delay) {
        return new FleetOptions(port, delay, watchHistory, controllers);
    }

    public FleetOptions withWatchHistory(int changes) {
        return new FleetOptions(port, crdDelay, changes, controllers);
    }

    public FleetOptions withControllers(Controllers these) {
        return new FleetOptions(port, crdDelay, watchHistory, these);
    }
}
