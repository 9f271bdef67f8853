package io.sternway.evaluator.messaging;

import io.micrometer.core.instrument.Metrics;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.DeadLetters;
import io.sternway.messaging.Origin;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jboss.logging.Logger;

/** Where a task's events leave: health by the cluster's partition, and dead letters. */
final class EventSinks {

    static final String HEALTH = "health";
    static final String DEAD_LETTERS = "dead-letters";
    static final String SERVICE = "health-evaluator";

    private static final Logger LOG = Logger.getLogger(EventSinks.class);

    private final ProcessorContext<String, byte[]> context;

    EventSinks(ProcessorContext<String, byte[]> context) {
        this.context = context;
    }

    void health(Event<?> event) {
        send(event, HEALTH);
    }

    /** What could not be read or handled; the rest of the partition goes on. */
    void deadLetter(Origin origin, Record<String, byte[]> record, String reason, String message) {
        LOG.errorf(
                "a record went to dead letters: topic=%s partition=%d offset=%d reason=%s",
                origin.topic(), origin.partition(), origin.offset(), reason);
        Metrics.counter("sternway.dead.letters", "topic", origin.topic(), "reason", reason)
                .increment();
        Instant now = Instant.ofEpochMilli(record.timestamp());
        send(DeadLetters.of(SERVICE, origin, record.headers(), record.value(), reason, message, now), DEAD_LETTERS);
    }

    private void send(Event<?> event, String sink) {
        context.forward(
                new Record<>(
                        event.subject(),
                        EventJson.write(event.data()),
                        event.time().toEpochMilli(),
                        CloudEvents.toHeaders(CloudEvents.headers(event))),
                sink);
    }
}
