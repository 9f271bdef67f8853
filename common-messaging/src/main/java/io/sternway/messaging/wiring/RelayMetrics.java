package io.sternway.messaging.wiring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.sternway.messaging.relay.RelayObserver;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The outbox as metrics. */
final class RelayMetrics implements RelayObserver {

    private final MeterRegistry meters;
    private final AtomicLong rows;
    private final AtomicLong bytes;
    private final AtomicLong oldestMillis = new AtomicLong();
    private final AtomicLong failedRows;
    private final AtomicLong shards;
    private final Counter published;
    private final Counter failures;
    private final Counter fenced;
    private final Timer lag;

    RelayMetrics(MeterRegistry meters) {
        this.meters = meters;
        rows = meters.gauge("sternway.outbox.rows", new AtomicLong());
        bytes = meters.gauge("sternway.outbox.bytes", new AtomicLong());
        meters.gauge("sternway.outbox.oldest.seconds", oldestMillis, millis -> millis.get() / 1000.0);
        failedRows = meters.gauge("sternway.outbox.failed.rows", new AtomicLong());
        shards = meters.gauge("sternway.outbox.shards", new AtomicLong());
        published = meters.counter("sternway.outbox.published");
        failures = meters.counter("sternway.outbox.failures");
        fenced = meters.counter("sternway.outbox.fenced");
        lag = meters.timer("sternway.outbox.lag");
    }

    @Override
    public void published(int count, Duration oldest) {
        published.increment(count);
        lag.record(oldest);
    }

    @Override
    public void setAside(String topic) {
        meters.counter("sternway.outbox.refused", Tags.of("topic", topic)).increment();
    }

    @Override
    public void failed() {
        failures.increment();
    }

    @Override
    public void fenced(int shard) {
        fenced.increment();
    }

    @Override
    public void owned(int count) {
        shards.set(count);
    }

    @Override
    public void waiting(long waitingRows, long waitingBytes, double oldestSeconds, long failed) {
        rows.set(waitingRows);
        bytes.set(waitingBytes);
        oldestMillis.set((long) (oldestSeconds * 1000));
        failedRows.set(failed);
    }
}
