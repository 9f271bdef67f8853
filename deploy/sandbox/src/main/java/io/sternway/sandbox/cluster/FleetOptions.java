package io.sternway.sandbox.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet is set up.
 *
 * @param port of 127.0.0.1; 0 for a free one
 * @param controllers what makes clusters live
 * @param state folder where objects and tokens are kept, so that a fleet that is started again goes on from there;
 *     null: nothing is kept
 */
public record FleetOptions(
        int port, Controllers controllers, @Nullable Path state) {

    public static FleetOptions defaults() {
        return new FleetOptions(0, Controllers.NONE, null);
    }

    public FleetOptions withPort(int wanted) {
        return new FleetOptions(wanted, controllers, state);
    }

    public FleetOptions withControllers(Controllers these) {
        return new FleetOptions(port, these, state);
    }

    public FleetOptions withState(Path folder) {
        return new FleetOptions(port, controllers, folder);
    }
}
