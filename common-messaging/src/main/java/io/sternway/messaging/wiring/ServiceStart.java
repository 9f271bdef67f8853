package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.store.Schema;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Brings a service with a database to work, whatever starts first: waits for Postgres and migrates, then does what the
 * service needs besides, and begins its work. What is missing is said once a minute. A migration that fails ends the
 * service.
 */
@Singleton
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
public class ServiceStart {

    private static final Logger LOG = Logger.getLogger(ServiceStart.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final Schema schema;
    private final EndService ending;
    private final OnceAMinute once = new OnceAMinute();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean started;
    private volatile String state = "waits for Postgres";

    @Inject
    public ServiceStart(Schema schema, EndService ending) {
        this.schema = schema;
        this.ending = ending;
    }

    /**
     * Tries the schema once, so that it is there before anybody else looks for it if Postgres is, and does the rest on a
     * thread of its own.
     *
     * @param step is repeated, once the schema is there, until it says that nothing is missing
     * @param work what begins then
     */
    public void begin(Supplier<Optional<String>> step, Runnable work) {
        schema.migrate().ifPresent(this::waitsFor);
        Thread thread = new Thread(() -> run(step, work), "start");
        thread.setDaemon(true);
        thread.start();
    }

    /** The same for a service that needs nothing but its schema. */
    public void begin(Runnable work) {
        begin(Optional::empty, work);
    }

    /** The service stops: what has not begun will not. */
    public void stop() {
        stopped.countDown();
    }

    /** Whether the schema is there and everything was started. */
    public boolean isStarted() {
        return started;
    }

    /** What stands against it, for people. */
    public String state() {
        return state;
    }

    private void run(Supplier<Optional<String>> step, Runnable work) {
        try {
            if (untilDone(schema::migrate) && untilDone(step)) {
                work.run();
                state = "started";
                started = true;
            }
        } catch (RuntimeException | Error e) {
            state = "failed: " + e.getMessage();
            ending.end("start", e);
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
