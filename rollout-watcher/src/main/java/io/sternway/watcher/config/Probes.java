package io.sternway.watcher.config;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** Whether the watcher is at work, and whether it should be started anew. */
@ApplicationScoped
class Probes {

    /** Ready: topics are right, the inventory was read, the group is joined, be it as a spare. */
    @Produces
    @Readiness
    HealthCheck atWork(WatcherLifecycle watcher) {
        return () -> {
            String waitingFor = watcher.waitingFor();
            return HealthCheckResponse.named("watcher")
                    .status(waitingFor.isEmpty())
                    .withData("waitingFor", waitingFor)
                    .build();
        };
    }

    /** Alive: the thread that hears of partitions and the threads that look go on. */
    @Produces
    @Liveness
    HealthCheck alive(WatcherLifecycle watcher) {
        return () ->
                HealthCheckResponse.named("watcher").status(watcher.isAlive()).build();
    }
}
