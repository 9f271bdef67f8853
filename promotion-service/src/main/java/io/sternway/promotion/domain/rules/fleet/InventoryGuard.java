package io.sternway.promotion.domain.rules.fleet;

import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a reading of the inventory is used (R6): one that would remove more than a tenth of all clusters, and more than
 * one, is held until it is confirmed.
 */
public final class InventoryGuard {

    private InventoryGuard() {}

    /**
     * What becomes of a reading.
     *
     * @param inventory the new state
     * @param reason FirstReading, Changed, Unchanged, Confirmed or InventoryShrank
     * @param message for people
     * @param removed clusters that the reading does not have any more
     */
    public record Verdict(Inventory inventory, AuditReason reason, String message, List<String> removed) {
        public Verdict {
            removed = List.copyOf(removed);
        }

        /** Something is to be recorded. */
        public boolean changed() {
            return reason != AuditReason.Unchanged;
        }
    }

    /**
     * A reading came, or the configuration of what is confirmed was read again.
     *
     * @param before what is used until now; absent before the first reading
     * @param reading the newest reading
     * @param confirmed the hash that an operator confirmed; absent: none
     */
    public static Verdict read(@Nullable Inventory before, Reading reading, @Nullable String confirmed) {
        int size = reading.clusters().size();
        if (before == null) {
            return new Verdict(
                    new Inventory(reading, null),
                    AuditReason.FirstReading,
                    "The inventory was read for the first time: " + size + " clusters.",
                    List.of());
        }
        Reading current = before.current();
        if (reading.hash().equals(current.hash())) {
            boolean released = before.held() != null;
            return new Verdict(
                    new Inventory(reading, null),
                    released ? AuditReason.Changed : AuditReason.Unchanged,
                    released
                            ? "The inventory is again as it was before the reading that was held back: " + size
                                    + " clusters."
                            : "The inventory is unchanged.",
                    List.of());
        }
        List<String> removed = new ArrayList<>(current.clusters().keySet());
        removed.removeAll(reading.clusters().keySet());
        boolean shrank =
                removed.size() > 1 && removed.size() * 10 > current.clusters().size();
        if (!shrank) {
            return new Verdict(
                    new Inventory(reading, null),
                    AuditReason.Changed,
                    "The inventory changed: " + size + " clusters"
                            + (removed.isEmpty() ? "." : ", without " + String.join(", ", removed) + "."),
                    removed);
        }
        if (reading.hash().equals(confirmed)) {
            return new Verdict(
                    new Inventory(reading, null),
                    AuditReason.Confirmed,
                    "The inventory without " + String.join(", ", removed) + " was confirmed: " + size + " clusters.",
                    removed);
        }
        boolean known = before.held() != null && before.held().hash().equals(reading.hash());
        return new Verdict(
                new Inventory(current, reading),
                known ? AuditReason.Unchanged : AuditReason.InventoryShrank,
                "The inventory lost " + removed.size() + " of "
                        + current.clusters().size() + " clusters at once ("
                        + String.join(", ", removed) + "). It is not used until it is confirmed: set"
                        + " sternway.inventory.confirmed=" + reading.hash() + " if it is right.",
                removed);
    }
}
