package io.sternway.executor.config;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.InventoryFile;
import io.sternway.executor.app.Delivery;
import io.sternway.executor.app.Publications;
import io.sternway.executor.app.Slots;
import io.sternway.executor.app.Snapshots;
import io.sternway.executor.app.TakeCommands;
import io.sternway.executor.app.Targets;
import io.sternway.executor.app.WorkOnTarget;
import io.sternway.executor.app.Workers;
import io.sternway.executor.kubernetes.KubernetesDelivery;
import io.sternway.executor.persistence.WakeUps;
import io.sternway.messaging.store.Transactions;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the service's parts. */
@ApplicationScoped
class Wiring {

    @Produces
    @Singleton
    InventoryFile inventoryFile(@ConfigProperty(name = "sternway.clusters.inventory") Path file) {
        return InventoryFile.open(file);
    }

    void close(@Disposes InventoryFile file) {
        file.close();
    }

    @Produces
    @Singleton
    ClusterClients clients(InventoryFile inventory, ExecutorConfig config, Vertx vertx) {
        return ClusterClients.open(
                inventory,
                new ClientOptions("sternway-rollback-executor", config.callTimeout(), config.connectTimeout()),
                vertx);
    }

    void close(@Disposes ClusterClients clients) {
        clients.close();
    }

    @Produces
    @Singleton
    Delivery delivery(ClusterClients clients, ExecutorConfig config) {
        return new KubernetesDelivery(
                clients,
                config.callTimeout(),
                Threads.of("calls", config.workers() * config.callsPerAttempt()),
                config.callsPerAttempt());
    }

    @Produces
    @Singleton
    TakeCommands takeCommands(Targets targets, Snapshots snapshots, Publications publications) {
        return new TakeCommands(targets, snapshots, publications);
    }

    @Produces
    @Singleton
    Workers workers(
            Targets targets,
            Snapshots snapshots,
            Publications publications,
            Transactions transactions,
            Delivery delivery,
            ExecutorConfig config,
            MeterRegistry meters) {
        Slots slots = new Slots(config.workers(), config.workersPerCluster());
        Gauge.builder("sternway.executor.workers.busy", slots, Slots::busy)
                .description("targets that are being worked on")
                .register(meters);
        return new Workers(
                targets,
                publications,
                transactions,
                new WorkOnTarget(targets, snapshots, publications, transactions, delivery),
                slots,
                Threads.of("worker", config.workers() + 4),
                new Workers.Settings(
                        UUID.randomUUID().toString(),
                        config.lease(),
                        config.leaseRenewal(),
                        config.callTimeout(),
                        config.pollInterval()),
                new AttemptMetrics(meters),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    @Produces
    @Singleton
    WakeUps wakeUps(AgroalDataSource dataSource, Workers workers) {
        return new WakeUps(dataSource, workers::changed);
    }
}
