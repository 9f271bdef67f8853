package io.sternway.sandbox.stack;

import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.SimulatedFleet;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A whole Sternway on this machine: broker, database, clusters, and the services as processes. Everything listens on
 * 127.0.0.1 only.
 */
public final class Stack implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofMinutes(4);

    private final StackOptions options;
    private final Broker broker;
    private final Database database;
    private final @Nullable SimulatedFleet fleet;
    private final Map<Service, ServiceProcess> processes = new EnumMap<>(Service.class);
    private final Map<Service, Duration> startTimes = new EnumMap<>(Service.class);

    private Stack(StackOptions options, Broker broker, Database database, @Nullable SimulatedFleet fleet) {
        this.options = options;
        this.broker = broker;
        this.database = database;
        this.fleet = fleet;
    }

    /** Starts everything and waits until every service is ready. */
    public static Stack start(StackOptions options) {
        Path directory = options.directory();
        CompletableFuture<Database> starting =
                CompletableFuture.supplyAsync(() -> Database.start(directory.resolve("postgres")));
        Broker broker = Broker.start(directory.resolve("kafka"), options.kafkaPort());
        Topics.create(broker.bootstrapServers());
        SimulatedFleet fleet =
                options.inventory() == null ? startFleet(options.clusters(), directory.resolve("clusters")) : null;
        Stack stack = new Stack(options, broker, starting.join(), fleet);
        try {
            stack.startServices();
            stack.writeProperties();
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    private static SimulatedFleet startFleet(List<ClusterSpec> clusters, Path state) {
        return SimulatedFleet.start(
                clusters.stream().map(ClusterSpec::name).toList(),
                FleetOptions.defaults()
                        .withControllers(new KubernetesControllers())
                        .withState(state));
    }

    /** Where everything that it writes lives. */
    public Path directory() {
        return options.directory();
    }

    /** The broker. */
    public Broker broker() {
        return broker;
    }

    /** The database. */
    public Database database() {
        return database;
    }

    /**
     * The simulated clusters.
     *
     * @throws IllegalStateException if the clusters are real ones
     */
    public SimulatedFleet fleet() {
        if (fleet == null) {
            throw new IllegalStateException("this stack runs over clusters that existed before");
        }
        return fleet;
    }

    /** A running service. */
    public ServiceProcess service(Service service) {
        return Objects.requireNonNull(processes.get(service), () -> service.module() + " was not started");
    }

    /** Every service that was started. */
    public Map<Service, ServiceProcess> services() {
        return Collections.unmodifiableMap(processes);
    }

    /** How long each service took from its start until it was ready. */
    public Map<Service, Duration> startTimes() {
        return Collections.unmodifiableMap(startTimes);
    }

    /** The kubeconfig with one context for each cluster. */
    public Path kubeconfig() {
        return options.directory().resolve("kubeconfig");
    }

    /** The inventory that watcher and executor read; rewriting it changes the fleet. */
    public Path inventory(Service reader) {
        Path existing = options.inventory();
        return existing != null ? existing : options.directory().resolve("inventory-" + reader.module() + ".yaml");
    }

    /** Replaces the inventory of both readers. */
    public void rewriteInventory(List<ClusterSpec> clusters) {
        for (Service reader : List.of(Service.ROLLOUT_WATCHER, Service.ROLLBACK_EXECUTOR)) {
            InventoryFiles.write(inventory(reader), clusters, credentials(reader));
        }
    }

    @Override
    public void close() {
        List<CompletableFuture<Void>> ending = processes.values().stream()
                .map(process -> CompletableFuture.runAsync(process::close))
                .toList();
        ending.forEach(CompletableFuture::join);
        if (fleet != null) {
            fleet.close();
        }
        CompletableFuture<Void> databaseEnds = CompletableFuture.runAsync(database::close);
        broker.close();
        databaseEnds.join();
    }

    private Path credentials(Service reader) {
        return options.directory().resolve("kubeconfig-" + reader.module());
    }

    private void startServices() {
        SimulatedFleet simulated = fleet;
        if (simulated != null) {
            InventoryFiles.writeSecret(kubeconfig(), simulated.kubectlConfig(Access.ADMIN));
            InventoryFiles.writeSecret(credentials(Service.ROLLBACK_EXECUTOR), simulated.kubeconfig(Access.ADMIN));
            InventoryFiles.writeSecret(credentials(Service.ROLLOUT_WATCHER), simulated.kubeconfig(Access.READER));
            rewriteInventory(options.clusters());
        }
        for (Service service : Service.values()) {
            if (options.services().contains(service)) {
                int port = service == Service.PROMOTION_SERVICE && options.restPort() != 0
                        ? options.restPort()
                        : Ports.free();
                processes.put(
                        service,
                        ServiceProcess.start(
                                service,
                                options.project(),
                                options.directory().resolve("logs").resolve(service.module() + ".log"),
                                port,
                                settings(service)));
            }
        }
        processes.forEach((service, process) -> startTimes.put(service, process.awaitReady(READY_WITHIN)));
    }

    private Map<String, String> settings(Service service) {
        Map<String, String> settings = new HashMap<>();
        settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
        if (service == Service.PROMOTION_SERVICE || service == Service.ROLLBACK_EXECUTOR) {
            settings.put("quarkus.datasource.jdbc.url", database.jdbcUrl());
            settings.put("quarkus.datasource.username", "postgres");
            settings.put("quarkus.datasource.password", "postgres");
        }
        if (service == Service.ROLLOUT_WATCHER || service == Service.ROLLBACK_EXECUTOR) {
            settings.put("sternway.clusters.inventory", inventory(service).toString());
        }
        settings.putAll(options.settings());
        return settings;
    }

    private void writeProperties() {
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", broker.bootstrapServers());
        properties.setProperty("jdbc.url", database.jdbcUrl());
        if (fleet != null) {
            properties.setProperty("kubeconfig", kubeconfig().toString());
        }
        processes.forEach((service, process) -> {
            properties.setProperty(service.module() + ".pid", Long.toString(process.pid()));
            properties.setProperty(
                    service.module() + ".health.url", process.healthUrl().toString());
            if (service == Service.PROMOTION_SERVICE) {
                properties.setProperty("rest.url", process.url());
            }
        });
        try (Writer writer = Files.newBufferedWriter(options.directory().resolve("sandbox.properties"))) {
            properties.store(writer, "what a client of this sandbox needs");
        } catch (IOException e) {
            throw new UncheckedIOException("sandbox.properties cannot be written", e);
        }
    }
}
