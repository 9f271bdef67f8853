package io.sternway.promotion.app;

import io.sternway.promotion.config.InventoryConfig;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import io.sternway.promotion.domain.narration.AuditDraft;
import io.sternway.promotion.domain.rules.fleet.InventoryGuard;
import io.sternway.promotion.domain.rules.fleet.InventoryGuard.Verdict;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes a reading of the inventory, or holds it back if it lost too much (R6). Promotions are not touched here: that they
 * are to look at it is noted with it, and the worker makes them due in small batches.
 */
@ApplicationScoped
public class TakeInventory {

    private static final Logger LOG = Logger.getLogger(TakeInventory.class);
    private static final int MOST_NAMED = 500;

    private final Inventories inventories;
    private final Promotions promotions;
    private final Publications publications;
    private final InventoryConfig config;

    TakeInventory(Inventories inventories, Promotions promotions, Publications publications, InventoryConfig config) {
        this.inventories = inventories;
        this.promotions = promotions;
        this.publications = publications;
        this.config = config;
    }

    /**
     * Takes a source's newest reading.
     *
     * @param source the inventory's name
     * @param reading all its clusters
     * @param event the id of the event that brought it
     */
    @Transactional
    public void take(String source, Reading reading, @Nullable String event) {
        @Nullable Inventory before = inventories.lock(source).orElse(null);
        Instant now = promotions.now();
        Verdict verdict =
                InventoryGuard.read(before, reading, config.confirmed().orElse(null));
        if (before != null && verdict.inventory().equals(before)) {
            return;
        }
        inventories.save(source, verdict.inventory(), now);
        if (verdict.changed()) {
            publications.recordElsewhere(null, List.of(entry(source, reading, before, verdict, event)), now);
            LOG.infof(
                    "inventory read source=%s reason=%s clusters=%d hash=%s",
                    source, verdict.reason(), reading.clusters().size(), reading.hash());
        }
    }

    private static AuditEntry entry(
            String source, Reading reading, @Nullable Inventory before, Verdict verdict, @Nullable String event) {
        boolean held = verdict.reason() == AuditReason.InventoryShrank;
        List<String> removed = verdict.removed();
        AuditDraft record = new AuditDraft(
                        held ? AuditType.InventoryHeld : AuditType.InventoryAccepted,
                        AuditKind.inventory,
                        verdict.reason(),
                        verdict.message())
                .from(before == null ? null : before.current().hash())
                .to(verdict.inventory().current().hash())
                .with("source", source)
                .with("hash", reading.hash())
                .with("clusters", reading.clusters().size())
                .with("removed", removed.subList(0, Math.min(MOST_NAMED, removed.size())));
        return verdict.reason() == AuditReason.Confirmed
                ? record.by(new Actor(Actor.Type.person, "sternway.inventory.confirmed"))
                        .entry(event)
                : record.entry(event);
    }
}
