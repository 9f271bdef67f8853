package io.sternway.sandbox.story;

import io.sternway.events.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Publishes promotion documents as they are, as a CI would with {@code kcat -P}. */
public final class Requests implements AutoCloseable {

    /** What the topic takes, see {@link Topic#REQUESTS}. */
    private static final String LARGEST_REQUEST = Topic.REQUESTS.config().getOrDefault("max.message.bytes", "1048576");

    private final KafkaProducer<String, byte[]> producer;

    /** A publisher of its own; idempotent, acknowledged by all. */
    public Requests(String bootstrapServers) {
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "acks",
                        "all",
                        "linger.ms",
                        "0",
                        "max.request.size",
                        LARGEST_REQUEST),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Publishes a document and waits until the broker has it; a document without a key is keyed by its content. */
    public void publish(@Nullable String key, String document) {
        try {
            producer.send(new ProducerRecord<>(
                            Topic.REQUESTS.topicName(), key, document.getBytes(StandardCharsets.UTF_8)))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the request was not taken by the broker", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while publishing", e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
