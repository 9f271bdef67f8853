package io.sternway.messaging.relay;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Producers as the relay needs them: at once rather than in large batches, and never blocked for long. */
public final class ShardProducers implements ProducerSource {

    private static final int LARGEST_REQUEST = 17 * 1024 * 1024;

    private final Map<String, Object> kafka;

    /** @param kafka how to reach the broker */
    public ShardProducers(Map<String, Object> kafka) {
        this.kafka = Map.copyOf(kafka);
    }

    @Override
    public Producer<String, byte[]> open(String transactionalId) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 15_000);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        // A commit sends at once what lingers: so a transaction is one batch for each partition.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 1_000);
        // The second request must not overtake the first, which makes the producer known at the partition.
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 32 * 1024);
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST_REQUEST);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }
}
