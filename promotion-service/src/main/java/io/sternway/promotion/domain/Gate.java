package io.sternway.promotion.domain;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a stage of the newest run waits for, for people.
 *
 * @param stage the stage
 * @param kind what sort of gate
 * @param clusters what it waits for, where it is clusters
 * @param opensAt when it could open at the earliest by what is known now; absent if that is not a matter of time
 * @param message a sentence
 */
public record Gate(
        String stage,
        Kind kind,
        List<String> clusters,
        @Nullable Instant opensAt,
        String message) {

    public Gate {
        clusters = List.copyOf(clusters);
    }

    /** Sorts of gates. */
    public enum Kind {
        PreviousStage,
        Inventory,
        Clusters,
        Slots,
        Healthy,
        Soak,
        Delay,
        Prune,
        Fresh,
        Rollback
    }
}
