package io.sternway.watcher.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryFile;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.TopicGate;
import io.sternway.watcher.app.LookAtCluster;
import io.sternway.watcher.app.PublishInventory;
import io.sternway.watcher.app.WatchedFleet;
import io.sternway.watcher.app.WatcherSettings;
import io.sternway.watcher.app.WatcherThreads;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.kubernetes.HttpClusterReads;
import io.sternway.watcher.messaging.DeadLetterReports;
import io.sternway.watcher.messaging.DeploymentsConsumer;
import io.sternway.watcher.messaging.KafkaReports;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service, from start to end. It takes no partition before its topics are right and its inventory has been read
 * whole: a replica that knows no clusters would be deaf to them.
 */
@ApplicationScoped
public class Watcher {

    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

    private final WatcherConfig config;
    private final ClustersConfig clusters;
    private final Vertx vertx;
    private final MeterRegistry meters;
    private final TopicGate topics;
    private final KafkaClients kafka;
    private final Clock clock = Clock.systemUTC();
    private final OnceAMinute complaints = new OnceAMinute();
    private final Thread starter = new Thread(this::begin, "watcher");
    private final Pulse pulse = new Pulse(starter);
    private volatile @Nullable Running running;
    private volatile String waitingFor = "start";
    private volatile boolean stopped;

    /** What has to be closed at the end. */
    private record Running(
            InventoryFile inventory,
            ClusterClients clients,
            WatcherThreads threads,
            ExecutorService completions,
            Producer<String, byte[]> producer,
            WatchedFleet fleet,
            DeploymentsConsumer consumer) {}

    @Inject
    public Watcher(
            WatcherConfig config,
            ClustersConfig clusters,
            Vertx vertx,
            MeterRegistry meters,
            TopicGate topics,
            @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.config = config;
        this.clusters = clusters;
        this.vertx = vertx;
        this.meters = meters;
        this.topics = topics;
        this.kafka = new KafkaClients(kafka, config);
    }

    void start(@Observes StartupEvent event) {
        starter.setDaemon(true);
        starter.start();
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        Running ended = running;
        if (ended != null) {
            ended.consumer().stop();
        } else {
            starter.interrupt();
        }
        starter.join(TimeUnit.SECONDS.toMillis(5));
    }

    /** What it still waits for; empty when it is at work. */
    String waitingFor() {
        Running now = running;
        return waitingFor.isEmpty() && now != null && !now.consumer().isJoined() ? "its group" : waitingFor;
    }

    /** Whether it waits or works; else only a new start helps. */
    boolean isAlive() {
        Running now = running;
        return pulse.isAlive() && (now == null || now.threads().isAlive(Pulse.STILL));
    }

    private void begin() {
        InventoryFile inventory = InventoryFile.open(clusters.inventory());
        try {
            while (!topics.isOpen()) {
                pause("topics");
            }
            while (inventory.current().isEmpty()) {
                String reason = "inventory " + inventory.faults();
                pause(reason);
            }
            run(inventory);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("the watcher has ended", e);
            waitingFor = "restart: " + e.getClass().getSimpleName();
        } finally {
            inventory.close();
        }
    }

    private void pause(String reason) throws InterruptedException {
        waitingFor = reason;
        pulse.beat();
        complaints.say(reason, () -> LOG.warn("waiting for {}", reason));
        if (stopped) {
            throw new InterruptedException("stopped");
        }
        TimeUnit.MILLISECONDS.sleep(500);
    }

    private void run(InventoryFile inventory) {
        String replica = config.replica().orElseGet(Watcher::thisReplica);
        ClusterClients clients = ClusterClients.open(
                inventory,
                new ClientOptions("sternway-rollout-watcher", clusters.requestTimeout(), clusters.connectTimeout()),
                vertx);
        WatcherThreads threads = new WatcherThreads(config.looks(), config.suspects());
        ExecutorService completions = Executors.newSingleThreadExecutor();
        Producer<String, byte[]> producer = kafka.producer(replica);
        KafkaReports reports = new KafkaReports(producer, replica, clusters.source(), clock, completions);
        HttpClusterReads reads = new HttpClusterReads(clients, clusters.requestTimeout(), config.pageSize());
        PublishInventory publish = new PublishInventory(reports, threads.timer());
        WatchedFleet fleet = new WatchedFleet(
                reads,
                new LookAtCluster(reads, new Readiness(config.statusGrace()), threads.calls()),
                reports,
                publish,
                threads,
                settings(),
                new LookMetrics(meters));
        inventory.onChange((Inventory read) -> {
            fleet.listed(read.byName().keySet());
            publish.read(read);
        });
        DeploymentsConsumer consumer = new DeploymentsConsumer(
                kafka.consumer(replica), fleet, new DeadLetterReports(producer, meters, clock), pulse::beat);
        meters.gauge("sternway.watcher.partitions", fleet, WatchedFleet::ownedPartitions);
        meters.gauge("sternway.watcher.clusters", fleet, WatchedFleet::clusters);
        meters.gauge("sternway.watcher.targets", fleet, WatchedFleet::targets);
        meters.gauge("sternway.watcher.waiting", threads, WatcherThreads::waiting);
        Running now = new Running(inventory, clients, threads, completions, producer, fleet, consumer);
        running = now;
        waitingFor = "";
        try {
            if (!stopped) {
                consumer.run();
            }
        } finally {
            waitingFor = "end";
            close(now);
        }
    }

    private static void close(Running now) {
        now.fleet().leave();
        now.threads().close();
        now.producer().close(Duration.ofSeconds(2));
        now.completions().shutdown();
        now.clients().close();
    }

    private WatcherSettings settings() {
        return new WatcherSettings(
                config.steadyInterval(),
                config.consistentEvery(),
                config.debounce(),
                config.gap(),
                config.spread(),
                config.slow());
    }

    private static String thisReplica() {
        String host = System.getenv("HOSTNAME");
        return (host == null ? "host" : host) + "-" + ProcessHandle.current().pid();
    }
}
