package io.sternway.messaging.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.store.Inbox;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/** Keeps the inbox small. */
public final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Housekeeping.class);
    private static final int BATCH = 1000;

    private final Inbox inbox;
    private final Duration retention;
    private final AtomicLong rows;
    private final OnceAMinute once = new OnceAMinute();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "messaging-housekeeping");
        thread.setDaemon(true);
        return thread;
    });

    Housekeeping(Inbox inbox, Duration retention, MeterRegistry meters) {
        this.inbox = inbox;
        this.retention = retention;
        this.rows = meters.gauge("sternway.inbox.rows", new AtomicLong());
    }

    void start() {
        ScheduledFuture<?> unused = executor.scheduleWithFixedDelay(this::tidy, 60, 60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private void tidy() {
        try {
            inbox.forget(retention, BATCH);
            rows.set(inbox.size());
        } catch (RuntimeException e) {
            once.say("inbox", () -> LOG.warnf(e, "the inbox cannot be tidied, will try again"));
        }
    }
}
