package io.sternway.executor.config;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.executor.app.Workers;
import io.sternway.executor.messaging.Consumers;
import io.sternway.executor.persistence.Schema;
import io.sternway.executor.persistence.WakeUps;
import io.sternway.messaging.OnceAMinute;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Starts and stops the service. Postgres and Kafka may come later than we do: the schema is brought up to date when
 * Postgres is there, commands are taken when the topics are right.
 */
@ApplicationScoped
class Life {
    private static final Logger LOG = Logger.getLogger(Life.class);
    private static final long RETRY_MILLIS = 500;

    private final Schema schema;
    private final Consumers consumers;
    private final Workers workers;
    private final WakeUps wakeUps;
    private volatile boolean ready;
    private volatile boolean stopping;

    Life(Schema schema, Consumers consumers, Workers workers, WakeUps wakeUps) {
        this.schema = schema;
        this.consumers = consumers;
        this.workers = workers;
        this.wakeUps = wakeUps;
    }

    void start(@Observes StartupEvent event) {
        Thread thread = new Thread(this::run, "start");
        thread.setDaemon(true);
        thread.start();
    }

    void stop(@Observes @Priority(100) ShutdownEvent event) {
        stopping = true;
        workers.close();
        wakeUps.close();
    }

    /** Whether the schema is up to date and workers run. */
    boolean isReady() {
        return ready;
    }

    private void run() {
        OnceAMinute once = new OnceAMinute();
        try {
            while (!schema.migrate()) {
                once.say("postgres", () -> LOG.warn("Postgres cannot be reached, waiting for it"));
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
                if (stopping) {
                    return;
                }
            }
            workers.start();
            wakeUps.start();
            consumers.open();
            ready = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("the schema cannot be migrated, the service does not run", e);
            Quarkus.asyncExit(1);
        }
    }
}
