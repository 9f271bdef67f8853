package io.sternway.watcher.messaging;

import io.micrometer.core.instrument.MeterRegistry;
import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.DeadLetters;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import java.time.Clock;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;

/**
 * Sends records that cannot be read to the dead letters, and counts those that mean nothing to this version. The watch
 * list goes on without them. A partition that is read again sends them again, with the same id.
 */
public final class DeadLetterReports {

    private static final Logger LOG = Logger.getLogger(DeadLetterReports.class);

    private final Producer<String, byte[]> producer;
    private final MeterRegistry meters;
    private final Clock clock;

    public DeadLetterReports(Producer<String, byte[]> producer, MeterRegistry meters, Clock clock) {
        this.producer = producer;
        this.meters = meters;
        this.clock = clock;
    }

    /** It cannot be read. */
    void undecodable(ConsumerRecord<byte[], byte[]> record, Received.Undecodable why) {
        LOG.warnf("a record cannot be read: origin=%s reason=%s", why.origin(), why.reason());
        send(record, why.origin(), why.reason(), why.message());
    }

    /** It could be read, and an exception that nobody expected came of it. */
    void failed(ConsumerRecord<byte[], byte[]> record, Origin origin, RuntimeException failure) {
        LOG.errorf(failure, "a record cannot be taken: origin=%s", origin);
        send(record, origin, "HandlerFailed", failure.toString());
    }

    /** It is of a type that this version does not know. */
    void unknownType(String type) {
        meters.counter("sternway.watcher.records.unknown").increment();
    }

    private void send(ConsumerRecord<byte[], byte[]> record, Origin origin, String reason, String message) {
        meters.counter("sternway.dead.letters", "topic", origin.topic(), "reason", reason)
                .increment();
        Event<DeadLetter> letter = DeadLetters.of(
                "rollout-watcher", origin, record.headers(), record.value(), reason, message, clock.instant());
        try {
            Future<?> unused = producer.send(CloudEvents.recordOn(null, letter), (stored, failure) -> {
                if (failure != null) {
                    LOG.warnf("a dead letter was not stored: origin=%s failure=%s", origin, failure);
                }
            });
        } catch (KafkaException e) {
            LOG.warnf("a dead letter cannot be sent: origin=%s failure=%s", origin, e);
        }
    }
}
