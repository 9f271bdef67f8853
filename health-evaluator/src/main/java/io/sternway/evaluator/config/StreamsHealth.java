package io.sternway.evaluator.config;

import io.sternway.messaging.Pulse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;

/**
 * Whether Kafka Streams is at work: ready while it runs, and for a while when partitions move; dead when it has ended, or
 * when a thread of it polls no longer. Threads go on polling while the broker is away.
 */
final class StreamsHealth implements KafkaStreams.StateListener {

    /** A move of partitions takes a session's time-out and the reading of a changelog; longer is a fault. */
    static final Duration REBALANCE = Duration.ofMinutes(1);

    private static final String POLLS = "poll-total";
    private static final String THREADS = "stream-thread-metrics";

    private final LongSupplier nanoTime;
    private final Map<String, Polls> threads = new HashMap<>();
    private State state = State.CREATED;
    private boolean hasRun;
    private long since;

    /** How often a thread had polled, and when that was seen first. */
    private record Polls(double count, long since) {}

    StreamsHealth(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void onChange(State now, State before) {
        state = now;
        hasRun |= now == State.RUNNING;
        since = nanoTime.getAsLong();
    }

    /** What stands against being ready; empty if nothing does. */
    synchronized String waitingFor() {
        boolean ready = state == State.RUNNING
                || (state == State.REBALANCING && hasRun && nanoTime.getAsLong() - since < REBALANCE.toNanos());
        return ready ? "" : "streams, " + state;
    }

    /** @param metrics what Kafka Streams measures now */
    synchronized boolean isDead(Map<MetricName, ? extends Metric> metrics) {
        if (state == State.ERROR || state == State.PENDING_ERROR || state == State.NOT_RUNNING) {
            return true;
        }
        long now = nanoTime.getAsLong();
        Map<String, Polls> seen = new HashMap<>();
        metrics.forEach((name, metric) -> {
            if (name.group().equals(THREADS)
                    && name.name().equals(POLLS)
                    && metric.metricValue() instanceof Double count) {
                seen.put(String.valueOf(name.tags()), new Polls(count, now));
            }
        });
        threads.keySet().retainAll(seen.keySet());
        seen.forEach((thread, polls) ->
                threads.merge(thread, polls, (old, current) -> old.count() == current.count() ? old : current));
        return threads.values().stream().anyMatch(polls -> now - polls.since() >= Pulse.STILL.toNanos());
    }
}
