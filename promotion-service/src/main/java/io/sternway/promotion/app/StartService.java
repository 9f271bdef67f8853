package io.sternway.promotion.app;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.messaging.OnceAMinute;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Brings the service to work in the order that it needs, whatever starts first: waits for Postgres and migrates, then
 * opens what comes in and starts the worker. What is missing is said once a minute. A migration that fails ends the
 * service.
 */
@ApplicationScoped
public class StartService {

    private static final Logger LOG = Logger.getLogger(StartService.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final Schema schema;
    private final ReviewHeldInventories review;
    private final Inflow inflow;
    private final DueWorker worker;
    private final EndService ending;
    private final OnceAMinute once = new OnceAMinute();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean started;
    private volatile String state = "waits for Postgres";

    StartService(Schema schema, ReviewHeldInventories review, Inflow inflow, DueWorker worker, EndService ending) {
        this.schema = schema;
        this.review = review;
        this.inflow = inflow;
        this.worker = worker;
        this.ending = ending;
    }

    /** First of all observers: where Postgres is there, the schema is too before anybody else looks for it. */
    void start(@Observes @Priority(1) StartupEvent event) {
        Optional<String> missing = schema.migrate();
        missing.ifPresent(this::waitsFor);
        Thread thread = new Thread(this::run, "start");
        thread.setDaemon(true);
        thread.start();
    }

    /** Decisions end before what they published is sent and the last consumers leave. */
    void stop(@Observes @Priority(100) ShutdownEvent event) throws InterruptedException {
        stopped.countDown();
        worker.stop();
    }

    /** Whether the schema is there and everything was started. */
    public boolean isStarted() {
        return started;
    }

    /** What stands against it, for people. */
    public String state() {
        return state;
    }

    private void run() {
        try {
            if (untilDone(schema::migrate) && untilDone(this::review)) {
                inflow.open();
                worker.start();
                state = "started";
                started = true;
            }
        } catch (RuntimeException | Error e) {
            state = "failed: " + e.getMessage();
            ending.end("start", e);
        }
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

    /** Repeats a step until it says that nothing is missing; false if the service is stopped before. */
    private boolean untilDone(Supplier<Optional<String>> step) {
        try {
            do {
                Optional<String> missing = step.get();
                if (missing.isEmpty()) {
                    return true;
                }
                waitsFor(missing.get());
            } while (!stopped.await(BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void waitsFor(String missing) {
        state = "cannot start yet: " + missing;
        once.say("start", () -> LOG.warnf("the service cannot start yet, will try again: %s", missing));
    }
}
