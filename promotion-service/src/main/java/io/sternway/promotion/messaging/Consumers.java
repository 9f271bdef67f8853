package io.sternway.promotion.messaging;

import io.smallrye.reactive.messaging.annotations.Blocking;
import io.sternway.events.Topic;
import io.sternway.messaging.wiring.IntakeChannel;
import io.sternway.messaging.wiring.Intakes;
import io.sternway.promotion.app.OpenConsumers;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Connects the topics with their consumers. Requests come through a channel; facts through plain consumers, since a
 * deadline needs their positions, which a channel does not tell (ADR 0015).
 */
@ApplicationScoped
public class Consumers implements OpenConsumers {

    private final Intakes intakes;
    private final IntakeChannel requests;
    private final TargetConsumer targets;
    private final InventoryConsumer inventory;

    Consumers(Intakes intakes, RequestConsumer requests, TargetConsumer targets, InventoryConsumer inventory) {
        this.intakes = intakes;
        this.requests = intakes.channel("requests", requests);
        this.targets = targets;
        this.inventory = inventory;
    }

    @Override
    public void open() {
        intakes.consume("clusters", List.of(Topic.CLUSTERS), inventory);
        intakes.consume("targets", List.of(Topic.DEPLOYMENTS, Topic.HEALTH), targets);
        requests.open();
    }

    @Incoming("requests")
    @Blocking
    void takeRequests(ConsumerRecords<byte[], byte[]> records) {
        requests.take(records);
    }
}
