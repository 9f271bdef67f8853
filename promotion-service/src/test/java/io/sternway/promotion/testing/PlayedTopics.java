package io.sternway.promotion.testing;

import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.InventoryRead;
import io.sternway.events.InventoryRead.InventoryCluster;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Publishes what others would: requests, readings of the inventory, events. */
class PlayedTopics {

    static final int PARTITIONS = 24;

    final KafkaProducer<String, byte[]> producer;
    final AtomicLong counter = new AtomicLong();
    private volatile boolean twice;

    PlayedTopics(String bootstrapServers) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "0", "max.request.size", 20_000_000),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Everything is sent twice. */
    public void twice(boolean value) {
        twice = value;
    }

    /** Publishes another reading, without remembering it. */
    public String publishInventory(Map<String, Map<String, String>> all) {
        List<InventoryCluster> list = all.entrySet().stream()
                .map(entry -> new InventoryCluster(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(InventoryCluster::name))
                .toList();
        String hash = EventIds.of(list.toArray());
        send(new Event<>(
                EventIds.of("inventory", hash, counter.incrementAndGet()),
                Event.source("rollout-watcher"),
                EventType.INVENTORY_READ,
                "_inventory/test",
                Instant.now(),
                null,
                null,
                new InventoryRead("test", hash, list)));
        return hash;
    }

    /** Publishes a document as a request; without a key if null. */
    public void request(@Nullable String key, String id, String document) {
        raw(
                key,
                Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", id,
                        "ce_source", "/test",
                        "ce_type", CloudEvents.PROMOTION_REQUESTED,
                        "content-type", "application/yaml"),
                document);
    }

    /** Publishes any record on the topic of requests. */
    public void raw(@Nullable String key, Map<String, String> headers, String value) {
        ProducerRecord<String, byte[]> request =
                new ProducerRecord<>(Topic.REQUESTS.topicName(), key, value.getBytes(StandardCharsets.UTF_8));
        headers.forEach((name, text) -> request.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        send(request);
    }

    /** Publishes an event. */
    public void send(Event<?> event) {
        send(CloudEvents.toRecord(event, PARTITIONS));
    }

    void send(ProducerRecord<String, byte[]> record) {
        try {
            producer.send(record).get();
            if (twice) {
                producer.send(record).get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
