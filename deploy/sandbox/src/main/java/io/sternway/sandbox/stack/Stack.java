package io.sternway.sandbox.stack;

import io.sternway.sandbox.cluster.Access;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.controllers.KubernetesControllers;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
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
import java.util.stream.IntStream;
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
    private final @Nullable Network network;
    private final @Nullable SimulatedFleet fleet;
    private final Map<Service, List<ServiceProcess>> processes = new EnumMap<>(Service.class);
    private final Map<Service, Duration> startTimes = new EnumMap<>(Service.class);

    private Stack(
            StackOptions options,
            Broker broker,
            Database database,
            @Nullable Network network,
            @Nullable SimulatedFleet fleet) {
        this.options = options;
        this.broker = broker;
        this.database = database;
        this.network = network;
        this.fleet = fleet;
    }

    /** Starts everything and waits until every service is ready. */
    public static Stack start(StackOptions options) {
        Path directory = options.directory();
        CompletableFuture<Database> starting = CompletableFuture.supplyAsync(() ->
                Database.start(directory.resolve("postgres"), options.profile().durable()));
        Network network = options.linked() ? Network.open() : null;
        Broker broker = Broker.start(
                directory.resolve("kafka"), options.kafkaPort(), network == null ? List.of() : network.toBroker());
        Topics.create(broker.bootstrapServers());
        SimulatedFleet fleet =
                options.inventory() == null ? startFleet(options.clusters(), directory.resolve("clusters")) : null;
        Database database = starting.join();
        if (network != null) {
            network.connect(database);
        }
        Stack stack = new Stack(options, broker, database, network, fleet);
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

    /** The project whose services it runs. */
    Path project() {
        return options.project();
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

    /**
     * The links between services and what they need.
     *
     * @throws IllegalStateException if the stack was started without
     */
    public Network network() {
        if (network == null) {
            throw new IllegalStateException("the services of this stack are connected directly");
        }
        return network;
    }

    /** A running service: its first replica. */
    public ServiceProcess service(Service service) {
        return replicas(service).get(0);
    }

    /** Every replica of a service. */
    public List<ServiceProcess> replicas(Service service) {
        return Objects.requireNonNull(processes.get(service), () -> service.module() + " was not started");
    }

    /** Every service that was started, by its first replica. */
    public Map<Service, ServiceProcess> services() {
        Map<Service, ServiceProcess> first = new EnumMap<>(Service.class);
        processes.forEach((service, replicas) -> first.put(service, replicas.get(0)));
        return Collections.unmodifiableMap(first);
    }

    /** How long the first replica of each service took from its start until it was ready. */
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
                .flatMap(List::stream)
                .map(process -> CompletableFuture.runAsync(process::close))
                .toList();
        ending.forEach(CompletableFuture::join);
        if (fleet != null) {
            fleet.close();
        }
        CompletableFuture<Void> databaseEnds = CompletableFuture.runAsync(database::close);
        broker.close();
        databaseEnds.join();
        if (network != null) {
            network.close();
        }
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
                processes.put(
                        service,
                        IntStream.rangeClosed(1, options.replicas())
                                .mapToObj(number -> startReplica(service, number))
                                .toList());
            }
        }
        processes.forEach((service, replicas) -> {
            startTimes.put(service, replicas.get(0).awaitReady(READY_WITHIN));
            replicas.forEach(replica -> replica.awaitReady(READY_WITHIN));
        });
    }

    private ServiceProcess startReplica(Service service, int number) {
        boolean fixed = number == 1 && service == Service.PROMOTION_SERVICE && options.restPort() != 0;
        String name = service.module() + (number == 1 ? "" : "-" + number);
        return ServiceProcess.start(
                service,
                options.project(),
                options.profile().launch(),
                options.directory().resolve("logs").resolve(name + ".log"),
                fixed ? options.restPort() : Ports.free(),
                settings(service));
    }

    /** The configuration that a service gets here. */
    public Map<String, String> settings(Service service) {
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "kafka.bootstrap.servers",
                network == null
                        ? broker.bootstrapServers()
                        : "127.0.0.1:" + network.toBroker(service).port());
        if (service == Service.PROMOTION_SERVICE || service == Service.ROLLBACK_EXECUTOR) {
            settings.put(
                    "quarkus.datasource.jdbc.url",
                    network == null
                            ? database.jdbcUrl()
                            : Database.jdbcUrl(network.toDatabase(service).port()));
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
        services().forEach((service, process) -> {
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
