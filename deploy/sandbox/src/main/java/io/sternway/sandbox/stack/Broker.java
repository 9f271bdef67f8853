package io.sternway.sandbox.stack;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker (KRaft, combined broker and controller) in this process, on 127.0.0.1. It can be stopped and
 * started again on the same port with the same data.
 */
public final class Broker implements AutoCloseable {

    private static final int LARGEST_MESSAGE = 16 * 1024 * 1024;

    private final Path directory;
    private final int port;
    private final int controllerPort;
    private final List<Link> links;
    private @Nullable KafkaRaftServer server;

    private Broker(Path directory, int port, int controllerPort, Collection<Link> links) {
        this.directory = directory;
        this.port = port;
        this.controllerPort = controllerPort;
        this.links = List.copyOf(links);
    }

    /**
     * Formats the directory if it is new, and starts.
     *
     * @param directory where its data lives
     * @param port its port, 0 for a free one
     */
    public static Broker start(Path directory, int port) {
        return start(directory, port, List.of());
    }

    /**
     * The same with more ways to it.
     *
     * @param links links whose clients never come to its own port, wherever the broker sends them
     */
    static Broker start(Path directory, int port, Collection<Link> links) {
        int[] free = Ports.free(2);
        Broker broker = new Broker(directory, port == 0 ? free[0] : port, free[1], links);
        broker.start();
        return broker;
    }

    /** Starts again after {@link #close()}. */
    public void start() {
        try {
            Files.createDirectories(directory);
            if (!Files.exists(directory.resolve("meta.properties"))) {
                format();
            }
        } catch (Exception e) {
            throw new IllegalStateException("the broker's directory cannot be prepared: " + directory, e);
        }
        KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(settings()), Time.SYSTEM);
        starting.startup();
        server = starting;
    }

    /** What a client needs. */
    public String bootstrapServers() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        KafkaRaftServer running = server;
        server = null;
        if (running != null) {
            running.shutdown();
            running.awaitShutdown();
        }
    }

    private void format() throws Exception {
        Formatter formatter = new Formatter();
        formatter
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(1)
                .setDirectories(List.of(directory.toString()))
                .setMetadataLogDirectory(directory.toString())
                .setControllerListenerName("CONTROLLER")
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        formatter.run();
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "1");
        settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        List<String> listeners =
                new ArrayList<>(List.of("CONTROLLER://127.0.0.1:" + controllerPort, "PLAINTEXT://127.0.0.1:" + port));
        List<String> advertised = new ArrayList<>(List.of("PLAINTEXT://127.0.0.1:" + port));
        List<String> protocols = new ArrayList<>(List.of("PLAINTEXT:PLAINTEXT", "CONTROLLER:PLAINTEXT"));
        for (Link link : links) {
            String name = "LINK" + link.port();
            listeners.add(name + "://127.0.0.1:" + link.target());
            advertised.add(name + "://127.0.0.1:" + link.port());
            protocols.add(name + ":PLAINTEXT");
        }
        settings.put("listeners", String.join(",", listeners));
        settings.put("advertised.listeners", String.join(",", advertised));
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("listener.security.protocol.map", String.join(",", protocols));
        settings.put("log.dirs", directory.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("message.max.bytes", Integer.toString(LARGEST_MESSAGE));
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("log.cleaner.dedupe.buffer.size", "4194304");
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("broker.session.timeout.ms", "2000");
        return settings;
    }
}
