package io.sternway.executor.config;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.executor.app.Workers;
import io.sternway.executor.messaging.Consumers;
import io.sternway.executor.persistence.WakeUps;
import io.sternway.messaging.wiring.ServiceStart;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Starts and stops the service: work and commands begin when the schema is there. */
@ApplicationScoped
class StartService {
    private final ServiceStart start;
    private final Consumers consumers;
    private final Workers workers;
    private final WakeUps wakeUps;

    StartService(ServiceStart start, Consumers consumers, Workers workers, WakeUps wakeUps) {
        this.start = start;
        this.consumers = consumers;
        this.workers = workers;
        this.wakeUps = wakeUps;
    }

    void start(@Observes StartupEvent event) {
        start.begin(() -> {
            workers.start();
            wakeUps.start();
            consumers.open();
        });
    }

    void stop(@Observes @Priority(100) ShutdownEvent event) {
        start.stop();
        workers.close();
        wakeUps.close();
    }
}
