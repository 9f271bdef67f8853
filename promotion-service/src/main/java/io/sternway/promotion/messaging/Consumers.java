package io.sternway.promotion.messaging;

import io.sternway.events.Topic;
import io.sternway.messaging.wiring.Intakes;
import io.sternway.promotion.app.Inflow;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/**
 * Connects the topics with their consumers. All of them are read in the same way, by common-messaging's consumer, since a
 * deadline needs the positions of health and deployments, which a listener of a channel cannot store (architecture.md,
 * rule 8), and since nothing may be taken before the schema is there.
 */
@ApplicationScoped
public class Consumers implements Inflow {

    private final Intakes intakes;
    private final RequestConsumer requests;
    private final TargetConsumer targets;
    private final InventoryConsumer inventory;

    Consumers(Intakes intakes, RequestConsumer requests, TargetConsumer targets, InventoryConsumer inventory) {
        this.intakes = intakes;
        this.requests = requests;
        this.targets = targets;
        this.inventory = inventory;
    }

    @Override
    public void open() {
        intakes.consume("clusters", List.of(Topic.CLUSTERS), inventory);
        intakes.consume("targets", List.of(Topic.DEPLOYMENTS, Topic.HEALTH), targets);
        intakes.consume("requests", List.of(Topic.REQUESTS), requests);
    }
}
