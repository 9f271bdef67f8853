package io.sternway.promotion.domain;

import io.sternway.promotion.domain.fleet.FleetView;
import java.time.Instant;
import java.util.List;

/** What each stage of the newest run waits for, and when it could go on: a view, computed when somebody asks. */
public final class Gates {

    private Gates() {}

    /** In the order of the stages; empty when nothing is waited for. */
    public static List<Gate> of(Promotion promotion, FleetView fleet, Instant now) {
        return List.of();
    }
}
