package io.sternway.messaging.relay;

import org.apache.kafka.clients.producer.Producer;

/** Makes transactional producers. */
@FunctionalInterface
public interface ProducerSource {

    /** A new producer of that transactional id; the caller initialises and closes it. */
    Producer<String, byte[]> open(String transactionalId);
}
