package io.sternway.watcher.config;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryFile;
import io.sternway.events.ClusterObserved;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.RolloutObserved;
import io.sternway.events.TargetDeployment;
import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.messaging.TopicGate;
import io.sternway.sandbox.stack.Broker;
import io.sternway.sandbox.stack.Topics;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker, watchers as they are wired in the service, and what they wrote. */
final class WatcherStack implements AutoCloseable {

    private final Path folder;
    private final Broker broker;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> reader;
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Running> watchers = new HashMap<>();
    private final Thread reading = new Thread(this::read, "observations");
    private volatile boolean closed;

    /** A watcher, and what the container would close after it. */
    private record Running(WatcherLifecycle watcher, ClusterClients clients, InventoryFile inventory) {}

    /** A record that a watcher wrote. */
    record Seen(String topic, int partition, long offset, String key, Event<?> event) {}

    WatcherStack(Path folder) {
        this.folder = folder;
        this.broker = Broker.start(folder.resolve("kafka"), 0);
        Topics.create(broker.bootstrapServers());
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
        this.reader = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (Topic topic : List.of(Topic.OBSERVATIONS, Topic.CLUSTERS, Topic.DEAD_LETTERS)) {
            for (int i = 0; i < topic.defaultPartitions(); i++) {
                partitions.add(new TopicPartition(topic.topicName(), i));
            }
        }
        reader.assign(partitions);
        reader.seekToBeginning(partitions);
        reading.start();
    }

    Broker broker() {
        return broker;
    }

    Path inventory() {
        return folder.resolve("inventory.yaml");
    }

    void inventory(String text) {
        try {
            Path next = Files.writeString(folder.resolve("inventory.next"), text);
            Files.move(next, inventory(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    void start(String replica, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("sternway.clusters.inventory", inventory().toString());
        all.put("sternway.watcher.replica", replica);
        all.putIfAbsent("sternway.watcher.session-timeout", "2s");
        all.putIfAbsent("sternway.watcher.steady-interval", "1s");
        all.putIfAbsent("sternway.watcher.spread", "0s");
        all.putIfAbsent("sternway.clusters.request-timeout", "1s");
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .withConverter(Duration.class, 300, new DurationConverter())
                .withMapping(WatcherConfig.class)
                .withMapping(ClustersConfig.class)
                .withSources(new PropertiesConfigSource(all, "test", 400))
                .build();
        TopicGate gate = new TopicGate(List::of, new Backoff(Duration.ofMillis(10), Duration.ofMillis(10)));
        gate.start();
        Wiring wiring = new Wiring(
                config.getConfigMapping(WatcherConfig.class),
                config.getConfigMapping(ClustersConfig.class),
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new SimpleMeterRegistry());
        InventoryFile inventory = wiring.inventory();
        ClusterClients clients = wiring.clients(inventory, vertx);
        WatcherLifecycle watcher = new WatcherLifecycle(inventory, gate, () -> wiring.parts(clients));
        watcher.start(new StartupEvent());
        watchers.put(replica, new Running(watcher, clients, inventory));
    }

    void stop(String replica) {
        Running running = watchers.remove(replica);
        if (running != null) {
            try {
                running.watcher().stop(new ShutdownEvent());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            running.clients().close();
            running.inventory().close();
        }
    }

    void deployed(TargetDeployment record) {
        Event<TargetDeployment> event = new Event<>(
                UUID.randomUUID().toString(),
                Event.source("rollback-executor"),
                EventType.STAGE_DEPLOYED,
                record.target().key(),
                Instant.now(),
                null,
                null,
                record);
        send(CloudEvents.toRecord(event, Topic.DEPLOYMENTS.defaultPartitions()));
    }

    void released(TargetDeployment record) {
        send(CloudEvents.tombstone(Topic.DEPLOYMENTS, record.target().key(), Topic.DEPLOYMENTS.defaultPartitions()));
    }

    void send(ProducerRecord<String, byte[]> record) {
        try {
            producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    <T> List<T> seen(Class<T> type) {
        return seen.stream()
                .map(record -> record.event().data())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<ClusterObserved> looks(String cluster) {
        return seen(ClusterObserved.class).stream()
                .filter(look -> look.cluster().equals(cluster))
                .toList();
    }

    List<RolloutObserved> rollouts(String cluster) {
        return seen(RolloutObserved.class).stream()
                .filter(look -> look.cluster().equals(cluster))
                .toList();
    }

    private void read() {
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(50))) {
                if (CloudEvents.read(record) instanceof Received.Known known) {
                    seen.add(new Seen(
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            String.valueOf(known.origin().key()),
                            known.event()));
                }
            }
        }
        reader.close();
    }

    @Override
    public void close() {
        List.copyOf(watchers.keySet()).forEach(this::stop);
        closed = true;
        try {
            reading.join(5000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(Duration.ZERO);
        vertx.close();
        broker.close();
    }
}
