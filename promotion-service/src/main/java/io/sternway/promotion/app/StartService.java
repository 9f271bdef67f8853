package io.sternway.promotion.app;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.messaging.wiring.ServiceStart;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;

/** Starts the service in the order that it needs: inventories that were held back are reviewed before anything comes in. */
@ApplicationScoped
public class StartService {

    private final ServiceStart start;
    private final ReviewHeldInventories review;
    private final OpenConsumers consumers;
    private final DueWorker worker;

    StartService(ServiceStart start, ReviewHeldInventories review, OpenConsumers consumers, DueWorker worker) {
        this.start = start;
        this.review = review;
        this.consumers = consumers;
        this.worker = worker;
    }

    /** First of all observers: where Postgres is there, the schema is too before anybody else looks for it. */
    void start(@Observes @Priority(1) StartupEvent event) {
        start.begin(this::review, () -> {
            consumers.open();
            worker.start();
        });
    }

    /** Decisions end before what they published is sent and the last consumers leave. */
    void stop(@Observes @Priority(100) ShutdownEvent event) throws InterruptedException {
        start.stop();
        worker.stop();
    }

    /** Postgres may go away, or be too slow for a transaction, at this moment as at any other: no reason to end. */
    private Optional<String> review() {
        try {
            review.review();
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
