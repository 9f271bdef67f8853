package io.sternway.evaluator.config;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** Whether the evaluator is at work, and whether it should be started anew. */
@ApplicationScoped
class Probes {

    @Produces
    @Readiness
    HealthCheck atWork(EvaluatorLifecycle evaluation) {
        return () -> {
            String waitingFor = evaluation.waitingFor();
            return HealthCheckResponse.named("evaluator")
                    .status(waitingFor.isEmpty())
                    .withData("waitingFor", waitingFor)
                    .build();
        };
    }

    @Produces
    @Liveness
    HealthCheck alive(EvaluatorLifecycle evaluation) {
        return () -> HealthCheckResponse.named("evaluator")
                .status(!evaluation.isDead())
                .build();
    }
}
