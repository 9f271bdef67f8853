package io.sternway.evaluator.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.messaging.Pulse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The evaluator is ready while it runs, and alive while its threads poll")
class StreamsHealthTest {

    private final AtomicLong now = new AtomicLong(1);
    private final Map<String, Double> polls = new HashMap<>(Map.of("one", 5.0, "two", 7.0));
    private final StreamsHealth health = new StreamsHealth(now::get);

    @Test
    void itIsNotReadyBeforeItHasRun() {
        assertEquals("streams, CREATED", health.waitingFor());
        health.onChange(State.REBALANCING, State.CREATED);
        assertEquals("streams, REBALANCING", health.waitingFor());
        health.onChange(State.RUNNING, State.REBALANCING);
        assertEquals("", health.waitingFor());
    }

    @Test
    void aMoveOfPartitionsIsNormalUntilItTakesTooLong() {
        health.onChange(State.RUNNING, State.REBALANCING);
        health.onChange(State.REBALANCING, State.RUNNING);
        pass(StreamsHealth.REBALANCE.minusMillis(1));
        assertEquals("", health.waitingFor());
        pass(Duration.ofMillis(1));
        assertEquals("streams, REBALANCING", health.waitingFor());
    }

    @Test
    void itIsDeadWhenItHasEnded() {
        health.onChange(State.RUNNING, State.REBALANCING);
        assertFalse(isDead());
        health.onChange(State.ERROR, State.PENDING_ERROR);
        assertTrue(isDead());
    }

    @Test
    void itIsDeadWhileOneOfItsThreadsHangs() {
        health.onChange(State.RUNNING, State.REBALANCING);
        assertFalse(isDead());
        pass(Pulse.STILL);
        polls.merge("one", 1.0, Double::sum);
        assertTrue(isDead());
        polls.merge("two", 1.0, Double::sum);
        assertFalse(isDead());
    }

    @Test
    void aThreadThatWasReplacedIsForgotten() {
        health.onChange(State.RUNNING, State.REBALANCING);
        assertFalse(isDead());
        pass(Pulse.STILL);
        polls.clear();
        polls.put("three", 0.0);
        assertFalse(isDead());
    }

    private boolean isDead() {
        Map<MetricName, Metric> metrics = new HashMap<>();
        polls.forEach((thread, count) -> {
            MetricName name = new MetricName("poll-total", "stream-thread-metrics", "", Map.of("thread-id", thread));
            metrics.put(name, new Polled(name, count));
        });
        return health.isDead(metrics);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private record Polled(MetricName metricName, Object metricValue) implements Metric {}
}
