package io.sternway.watcher.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryFile;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.partition.OwnedPartitions;
import io.sternway.watcher.app.poll.ClusterPollers;
import io.sternway.watcher.app.poll.PollSettings;
import io.sternway.watcher.app.poll.PollThreads;
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

/** Makes the service's parts. */
@Singleton
class Wiring {

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

    @Produces
    @Singleton
    PollThreads threads() {
        PollThreads threads = new PollThreads(config.looks(), config.suspects());
        meters.gauge("sternway.watcher.waiting", threads, PollThreads::waiting);
        return threads;
    }

    @Produces
    @Singleton
    KafkaReports reports() {
        return new KafkaReports(
                kafka.producer(), replica, clusters.source(), clock, Executors.newSingleThreadExecutor());
    }

    @Produces
    @Singleton
    PublishInventory publishInventory(KafkaReports reports, PollThreads threads) {
        return new PublishInventory(reports, threads.timer());
    }

    @Produces
    @Singleton
    OwnedPartitions partitions(
            ClusterClients clients, KafkaReports reports, PublishInventory publish, PollThreads threads) {
        HttpClusterReads reads = new HttpClusterReads(clients, clusters.requestTimeout(), config.pageSize());
        ClusterPollers pollers = new ClusterPollers(
                reads,
                new ObserveCluster(reads, new Readiness(config.statusGrace()), threads.calls()),
                reports,
                threads,
                settings(),
                new PollMetrics(meters));
        OwnedPartitions partitions = new OwnedPartitions(pollers, reports, publish, threads.timer());
        meters.gauge("sternway.watcher.partitions", partitions, OwnedPartitions::ownedPartitions);
        meters.gauge("sternway.watcher.clusters", partitions, OwnedPartitions::clusters);
        meters.gauge("sternway.watcher.targets", partitions, OwnedPartitions::targets);
        return partitions;
    }

    @Produces
    @Singleton
    DeploymentsConsumer consumer(OwnedPartitions partitions, KafkaReports reports) {
        return new DeploymentsConsumer(
                kafka.consumer(), partitions, new DeadLetterReports(reports.producer(), meters, clock));
    }

    @Produces
    @Singleton
    WatcherParts parts(
            KafkaReports reports,
            PollThreads threads,
            OwnedPartitions partitions,
            PublishInventory publish,
            DeploymentsConsumer consumer) {
        return new WatcherParts(reports, threads, partitions, publish, consumer);
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
