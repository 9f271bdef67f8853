package io.sternway.promotion.domain.model;

import io.sternway.vocabulary.AuditReason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a stage of the newest run must have before it goes on. The machine acts on it, conditions and REST show it.
 *
 * @param stage the stage
 * @param kind what sort of gate
 * @param open nothing stands against it now
 * @param waitsFor the clusters that it waits for, where it is clusters; none when it is open
 * @param since since when it is waited for, or since when it is open; absent if that is not known
 * @param opensAt when it opens if nothing changes; absent if that is not a matter of time, or if it is open
 * @param reason why it is as it is, from the closed list
 * @param message the same as a sentence
 */
public record Gate(
        String stage,
        Kind kind,
        boolean open,
        List<String> waitsFor,
        @Nullable Instant since,
        @Nullable Instant opensAt,
        AuditReason reason,
        String message) {

    public Gate {
        waitsFor = List.copyOf(waitsFor);
    }

    /** Sorts of gates, in the order in which a stage comes to them. */
    public enum Kind {
        PreviousStage,
        Inventory,
        Clusters,
        Slots,
        Healthy,
        Steady,
        Soak,
        Delay,
        Prune,
        Fresh,
        Rollback
    }
}
