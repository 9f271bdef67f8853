package io.sternway.executor.config;

import io.sternway.clusters.InventoryFile;
import io.sternway.executor.app.Workers;
import io.sternway.messaging.wiring.ServiceStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready: the schema is there, an inventory was read, and targets can be taken. Alive: targets are taken and leases
 * renewed, or it is tried.
 */
@ApplicationScoped
class Probes {

    @Produces
    @Readiness
    HealthCheck schema(ServiceStart start) {
        return () -> HealthCheckResponse.named("schema")
                .status(start.isStarted())
                .withData("state", start.state())
                .build();
    }

    @Produces
    @Readiness
    HealthCheck targets(Workers workers) {
        return () ->
                HealthCheckResponse.named("targets").status(workers.isWell()).build();
    }

    @Produces
    @Liveness
    HealthCheck workers(Workers workers) {
        return () ->
                HealthCheckResponse.named("workers").status(workers.isAlive()).build();
    }

    @Produces
    @Readiness
    HealthCheck inventory(InventoryFile inventory) {
        return () -> HealthCheckResponse.named("inventory")
                .status(inventory.current().isPresent())
                .withData("file", inventory.file().toString())
                .build();
    }
}
