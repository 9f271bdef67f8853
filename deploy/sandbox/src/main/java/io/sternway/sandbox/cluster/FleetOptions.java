package io.sternway.sandbox.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a fleet is set up.
 *
 * @param controllers what makes clusters live
 * @param state folder where objects and tokens are kept, so that a fleet that is started again goes on from there;
 *     null: nothing is kept
 */
public record FleetOptions(
        Controllers controllers, @Nullable Path state) {

    public static FleetOptions defaults() {
        return new FleetOptions(Controllers.NONE, null);
    }

    public FleetOptions withControllers(Controllers these) {
        return new FleetOptions(these, state);
    }

    public FleetOptions withState(Path folder) {
        return new FleetOptions(controllers, folder);
    }
}
