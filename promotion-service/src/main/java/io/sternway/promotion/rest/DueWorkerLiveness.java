package io.sternway.promotion.rest;

import io.sternway.promotion.app.DueWorker;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive while the worker for due promotions goes on; consumers and outbox have checks of their own. */
@Liveness
@ApplicationScoped
public class DueWorkerLiveness implements HealthCheck {

    private final DueWorker worker;

    DueWorkerLiveness(DueWorker worker) {
        this.worker = worker;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("due-promotions")
                .status(worker.isAlive())
                .build();
    }
}
