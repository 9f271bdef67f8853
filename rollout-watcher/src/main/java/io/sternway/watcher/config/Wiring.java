package io.sternway.watcher.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryFile;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.poll.ClusterPollers;
import io.sternway.watcher.app.poll.PollSettings;
import io.sternway.watcher.app.poll.PollThreads;
import io.sternway.watcher.app.poll.WatchPartitions;
import io.sternway.watcher.app.report.PublishInventory;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.kubernetes.HttpClusterReads;
import io.sternway.watcher.messaging.DeadLetterReports;
import io.sternway.watcher.messaging.DeploymentsConsumer;
import io.sternway.watcher.messaging.KafkaReports;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.Producer;

/** Makes the service's parts. */
@Singleton
class Wiring {

    /** What runs once topics and inventory are there. */
    record Parts(
            KafkaReports reports,
            PollThreads threads,
            WatchPartitions partitions,
            PublishInventory publishInventory,
            DeploymentsConsumer consumer) {}

    private final WatcherConfig config;
    private final ClustersConfig clusters;
    private final KafkaClients kafka;
    private final MeterRegistry meters;
    private final Clock clock = Clock.systemUTC();
    private final String replica;

    @Inject
    Wiring(
            WatcherConfig config,
            ClustersConfig clusters,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            MeterRegistry meters) {
        this.config = config;
        this.clusters = clusters;
        this.replica = config.replica().orElseGet(Wiring::thisReplica);
        this.kafka = new KafkaClients(kafka, config, replica);
        this.meters = meters;
    }

    @Produces
    @Singleton
    InventoryFile inventory() {
        return InventoryFile.open(clusters.inventory());
    }

    void close(@Disposes InventoryFile file) {
        file.close();
    }

    @Produces
    @Singleton
    ClusterClients clients(InventoryFile inventory, Vertx vertx) {
        return ClusterClients.open(
                inventory,
                new ClientOptions("sternway-rollout-watcher", clusters.requestTimeout(), clusters.connectTimeout()),
                vertx);
    }

    void close(@Disposes ClusterClients clients) {
        clients.close();
    }

    /** Connects to the broker, and so is asked for when the topics are there. */
    @Produces
    @Singleton
    Parts parts(ClusterClients clients) {
        PollThreads threads = new PollThreads(config.looks(), config.suspects());
        Producer<String, byte[]> producer = kafka.producer();
        KafkaReports reports =
                new KafkaReports(producer, replica, clusters.source(), clock, Executors.newSingleThreadExecutor());
        HttpClusterReads reads = new HttpClusterReads(clients, clusters.requestTimeout(), config.pageSize());
        ObserveCluster observe = new ObserveCluster(reads, new Readiness(config.statusGrace()), threads.calls());
        PublishInventory publish = new PublishInventory(reports::publish, threads.timer());
        WatchPartitions partitions = new WatchPartitions(
                new ClusterPollers(reads, observe, reports, threads, settings(), new PollMetrics(meters)::looked),
                reports,
                publish,
                threads.timer());
        meters.gauge("sternway.watcher.partitions", partitions, WatchPartitions::ownedPartitions);
        meters.gauge("sternway.watcher.clusters", partitions, WatchPartitions::clusters);
        meters.gauge("sternway.watcher.targets", partitions, WatchPartitions::targets);
        meters.gauge("sternway.watcher.waiting", threads, PollThreads::waiting);
        DeploymentsConsumer consumer =
                new DeploymentsConsumer(kafka.consumer(), partitions, new DeadLetterReports(producer, meters, clock));
        return new Parts(reports, threads, partitions, publish, consumer);
    }

    private PollSettings settings() {
        return new PollSettings(
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
