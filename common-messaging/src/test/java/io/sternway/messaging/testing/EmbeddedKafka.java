package io.sternway.messaging.testing;

import io.sternway.events.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** A Kafka broker and controller in this process. It can be stopped and started again with its data and its port. */
public final class EmbeddedKafka implements AutoCloseable {

    private final Path directory;
    private final int port;
    private final Properties settings = new Properties();
    private @Nullable KafkaRaftServer server;

    /** Makes a broker with a port and a directory of its own; it is not started yet. */
    public EmbeddedKafka() {
        try {
            directory = Files.createTempDirectory("kafka");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port = FreePort.find();
        int controllerPort = FreePort.find();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@localhost:" + controllerPort,
                "listeners", "PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controllerPort,
                "advertised.listeners", "PLAINTEXT://localhost:" + port,
                "controller.listener.names", "CONTROLLER",
                "log.dirs", directory.toString(),
                "auto.create.topics.enable", "false",
                "message.max.bytes", "20971520"));
        settings.putAll(Map.of(
                "offsets.topic.num.partitions", "4",
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.num.partitions", "4",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0",
                "group.min.session.timeout.ms", "500",
                // Refuses a consumer that would keep its partitions for longer after it was killed.
                "group.max.session.timeout.ms", "15000",
                "log.cleaner.enable", "false",
                "num.recovery.threads.per.data.dir", "1"));
        format();
    }

    /** Where clients connect. */
    public String bootstrapServers() {
        return "localhost:" + port;
    }

    /** Starts the broker, the first time or again. */
    public EmbeddedKafka start() {
        KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        starting.startup();
        server = starting;
        return this;
    }

    /** Stops the broker; its data stays. */
    public void stop() {
        KafkaRaftServer running = server;
        if (running != null) {
            running.shutdown();
            running.awaitShutdown();
            server = null;
        }
    }

    /** Creates all topics of the contract. */
    public EmbeddedKafka createTopics() {
        createTopics(Topic.values());
        return this;
    }

    /** Creates topics as the contract wants them. */
    public void createTopics(Topic... topics) {
        List<NewTopic> wanted = Stream.of(topics)
                .map(topic ->
                        new NewTopic(topic.topicName(), topic.defaultPartitions(), (short) 1).configs(topic.config()))
                .toList();
        try (Admin admin = admin()) {
            admin.createTopics(wanted).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("topics could not be created", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating topics", e);
        }
    }

    /** An admin client of this broker; the caller closes it. */
    public Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    /** Stops the broker and removes its data. */
    @Override
    public void close() {
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void format() {
        Formatter formatter = new Formatter()
                .setPrintStream(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .addDirectory(directory.toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(directory.toString())
                .setReleaseVersion(MetadataVersion.latestProduction());
        try {
            formatter.run();
        } catch (Exception e) {
            throw new IllegalStateException("the broker's directory could not be formatted", e);
        }
    }
}
