package io.sternway.watcher.config;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/** Whether the watcher is at work, and whether it should be started anew. */
public final class Probes {

    private static final Duration STUCK = Duration.ofMinutes(2);

    private Probes() {}

    /** Ready: topics are right, the inventory was read, the group is joined. */
    @Readiness
    @ApplicationScoped
    public static class AtWork implements HealthCheck {

        private final Watcher watcher;

        public AtWork(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public HealthCheckResponse call() {
            String waiting = watcher.waitingFor().orElse("");
            return HealthCheckResponse.named("watcher")
                    .status(waiting.isEmpty())
                    .withData("waitingFor", waiting)
                    .build();
        }
    }

    /** Alive: the thread that hears of partitions is not stuck. */
    @Liveness
    @ApplicationScoped
    public static class NotStuck implements HealthCheck {

        private final Watcher watcher;

        public NotStuck(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public HealthCheckResponse call() {
            boolean stuck = watcher.failed()
                    || watcher.sinceLastPoll()
                            .map(since -> since.compareTo(STUCK) > 0)
                            .orElse(false);
            return HealthCheckResponse.named("consumer").status(!stuck).build();
        }
    }
}
