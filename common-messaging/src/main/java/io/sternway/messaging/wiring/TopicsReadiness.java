package io.sternway.messaging.wiring;

import io.sternway.messaging.TopicGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready only when the topics are as they must be. */
@Readiness
@ApplicationScoped
public class TopicsReadiness implements HealthCheck {

    private final TopicGate gate;

    @Inject
    TopicsReadiness(TopicGate gate) {
        this.gate = gate;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("topics")
                .status(gate.isOpen())
                .withData("state", gate.state())
                .build();
    }
}
