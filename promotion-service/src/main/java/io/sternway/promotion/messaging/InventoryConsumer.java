package io.sternway.promotion.messaging;

import io.sternway.events.InventoryRead;
import io.sternway.events.InventoryRead.InventoryCluster;
import io.sternway.messaging.Received.Known;
import io.sternway.messaging.intake.IntakeBatch;
import io.sternway.messaging.intake.IntakeHandler;
import io.sternway.promotion.app.TakeInventory;
import io.sternway.promotion.domain.model.fleet.Reading;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Readings of inventories; of several of one source in a poll only the newest counts. */
@ApplicationScoped
public class InventoryConsumer implements IntakeHandler {

    private final TakeInventory take;

    InventoryConsumer(TakeInventory take) {
        this.take = take;
    }

    @Override
    public void handle(IntakeBatch batch) {
        Map<String, Known> newest = new LinkedHashMap<>();
        for (Known known : batch.events()) {
            if (known.event().data() instanceof InventoryRead body) {
                newest.put(body.source(), known);
            }
        }
        newest.forEach((source, known) -> {
            InventoryRead body = (InventoryRead) known.event().data();
            Map<String, Map<String, String>> clusters = body.clusters().stream()
                    .collect(Collectors.toMap(InventoryCluster::name, InventoryCluster::labels, (a, b) -> a));
            take.take(source, new Reading(body.hash(), clusters), known.event().id());
        });
    }
}
