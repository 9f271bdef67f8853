package io.sternway.sandbox.stack;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private final List<Link> doors;
    private @Nullable KafkaRaftServer server;

    private Broker(Path directory, int port, int controllerPort, Collection<Link> doors) {
        this.directory = directory;
        this.port = port;
        this.controllerPort = controllerPort;
        this.doors = List.copyOf(doors);
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
     * @param doors links whose clients never come to its own port, wherever the broker sends them
     */
    static Broker start(Path directory, int port, Collection<Link> doors) {
        int[] free = Ports.free(2);
        Broker broker = new Broker(directory, port == 0 ? free[0] : port, free[1], doors);
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
        StringBuilder listeners = new StringBuilder("CONTROLLER://127.0.0.1:" + controllerPort);
        StringBuilder advertised = new StringBuilder("PLAINTEXT://127.0.0.1:" + port);
        StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        listeners.append(",PLAINTEXT://127.0.0.1:").append(port);
        for (int i = 0; i < doors.size(); i++) {
            String name = "DOOR" + i;
            listeners
                    .append(',')
                    .append(name)
                    .append("://127.0.0.1:")
                    .append(doors.get(i).target());
            advertised
                    .append(',')
                    .append(name)
                    .append("://127.0.0.1:")
                    .append(doors.get(i).port());
            protocols.append(',').append(name).append(":PLAINTEXT");
        }
        settings.put("listeners", listeners.toString());
        settings.put("advertised.listeners", advertised.toString());
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("listener.security.protocol.map", protocols.toString());
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
