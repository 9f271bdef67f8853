package io.sternway.promotion.rest;

import io.sternway.messaging.wiring.ServiceStart;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only when the schema is there and everything was started; the topics have a check of their own. */
@Readiness
@ApplicationScoped
public class ServiceReadiness implements HealthCheck {

    private final ServiceStart start;

    ServiceReadiness(ServiceStart start) {
        this.start = start;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("promotion-service")
                .status(start.isStarted())
                .withData("state", start.state())
                .build();
    }
}
