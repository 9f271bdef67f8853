package io.sternway.messaging;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.message.MessageReader;
import io.cloudevents.kafka.KafkaMessageFactory;
import io.sternway.events.ClusterPartitioner;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.Sha256;
import io.sternway.events.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Events as Kafka records and back: CloudEvents 1.0, written in binary mode, read in binary and structured mode
 * (docs/events.md).
 */
public final class CloudEvents {

    /** The type of a request; its data is the promotion document itself. */
    public static final String PROMOTION_REQUESTED = "io.sternway.PromotionRequested.v1";

    /** The source of a document that was sent without CloudEvents attributes. */
    public static final String BARE_SOURCE = "/sternway/bare";

    private static final String STRUCTURED = "application/cloudevents";

    private CloudEvents() {}

    /**
     * An event as a record in binary mode. Where the topic is partitioned by cluster the record names its partition,
     * otherwise the producer's default decides by key.
     *
     * @param event what to send
     * @param partitions how many partitions the event's topic has
     */
    public static ProducerRecord<String, byte[]> toRecord(Event<?> event, int partitions) {
        return recordOn(partition(event.type().topic(), event.subject(), partitions), event);
    }

    /**
     * An event as a record in binary mode on that partition.
     *
     * @param partition where; null where Kafka's default decides
     */
    public static ProducerRecord<String, byte[]> recordOn(@Nullable Integer partition, Event<?> event) {
        return new ProducerRecord<>(
                event.type().topic().topicName(),
                partition,
                event.subject(),
                EventJson.write(event.data()),
                toHeaders(headers(event)));
    }

    /** A tombstone: what the key names is no more. */
    public static ProducerRecord<String, byte[]> tombstone(Topic topic, String key, int partitions) {
        return new ProducerRecord<>(topic.topicName(), partition(topic, key, partitions), key, null);
    }

    /** The headers of an event in binary mode, in a fixed order. */
    public static Map<String, String> headers(Event<?> event) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put("ce_id", event.id());
        headers.put("ce_source", event.source());
        headers.put("ce_type", event.type().type());
        headers.put("ce_subject", event.subject());
        headers.put("ce_time", event.time().truncatedTo(ChronoUnit.MICROS).toString());
        headers.put("ce_dataschema", event.type().dataschema().toString());
        if (event.correlationId() != null) {
            headers.put("ce_correlationid", event.correlationId());
        }
        if (event.causationId() != null) {
            headers.put("ce_causationid", event.causationId());
        }
        headers.put("content-type", "application/json");
        return headers;
    }

    /** Text headers as Kafka has them. */
    public static Headers toHeaders(Map<String, String> headers) {
        RecordHeaders result = new RecordHeaders();
        headers.forEach((name, value) -> result.add(name, value.getBytes(StandardCharsets.UTF_8)));
        return result;
    }

    /**
     * The partition of a key, where the topic is partitioned by cluster: that of the cluster, which is the key's first
     * part. Null where Kafka's default decides.
     */
    public static @Nullable Integer partition(Topic topic, String key, int partitions) {
        if (topic.keyedBy() != Topic.KeyedBy.CLUSTER) {
            return null;
        }
        int slash = key.indexOf('/');
        return ClusterPartitioner.partition(slash < 0 ? key : key.substring(0, slash), partitions);
    }

    /** Reads a record; its key may be text or bytes. */
    public static Received read(ConsumerRecord<?, byte[]> record) {
        return read(
                new Origin(record.topic(), record.partition(), record.offset(), text(record.key())),
                record.headers(),
                record.value());
    }

    /**
     * Reads a record by its parts. Never throws: what cannot be read is {@link Received.Undecodable}.
     *
     * @param origin where it was read; on {@code sternway.requests} bare documents are taken too
     * @param headers its headers
     * @param value its value, null for a tombstone
     */
    public static Received read(Origin origin, Headers headers, byte @Nullable [] value) {
        if (value == null) {
            return new Received.Tombstone(origin);
        }
        boolean requests = origin.topic().equals(Topic.REQUESTS.topicName());
        if (!isCloudEvent(headers)) {
            if (requests) {
                return bare(origin, headers, value);
            }
            return new Received.Undecodable(
                    origin,
                    "NotACloudEvent",
                    "the record has neither the header ce_specversion (binary mode) nor a content-type of"
                            + " application/cloudevents+json (structured mode)");
        }
        CloudEvent event;
        try {
            MessageReader reader = KafkaMessageFactory.createReader(headers, value);
            event = Objects.requireNonNull(reader.toEvent(), "the value is null, an object is expected");
        } catch (RuntimeException e) {
            // The library throws what its JSON reader throws, and a few kinds of its own.
            return new Received.Undecodable(origin, "InvalidCloudEvent", "not a valid CloudEvent: " + message(e));
        }
        byte[] data = event.getData() == null ? new byte[0] : event.getData().toBytes();
        return requests ? document(origin, event, data) : known(origin, event, data);
    }

    private static Received document(Origin origin, CloudEvent event, byte[] data) {
        if (!event.getType().equals(PROMOTION_REQUESTED)) {
            return new Received.Unknown(origin, event.getType());
        }
        return new Received.Document(
                origin,
                event.getSource().toString(),
                event.getId(),
                event.getDataContentType(),
                instant(event.getTime()),
                data,
                hash(event.getType(), data));
    }

    private static Received bare(Origin origin, Headers headers, byte[] value) {
        return new Received.Document(
                origin,
                BARE_SOURCE,
                origin.partition() + "-" + origin.offset(),
                header(headers, "content-type"),
                null,
                value,
                hash(PROMOTION_REQUESTED, value));
    }

    private static Received known(Origin origin, CloudEvent event, byte[] data) {
        Optional<EventType> type = EventType.find(event.getType());
        if (type.isEmpty()) {
            return new Received.Unknown(origin, event.getType());
        }
        if (data.length == 0) {
            return new Received.Undecodable(
                    origin, "NoData", "the event has no data, a " + type.get().name() + " object is expected");
        }
        try {
            Object payload = EventJson.read(data, type.get().payload());
            String subject = event.getSubject() != null ? event.getSubject() : origin.key();
            Instant time = instant(event.getTime());
            return new Received.Known(
                    origin,
                    new Event<>(
                            event.getId(),
                            event.getSource().toString(),
                            type.get(),
                            subject == null ? "" : subject,
                            time == null ? Instant.EPOCH : time,
                            extension(event, "correlationid"),
                            extension(event, "causationid"),
                            payload),
                    hash(event.getType(), data));
        } catch (IOException | IllegalArgumentException e) {
            return new Received.Undecodable(
                    origin, "InvalidData", "the data is no " + type.get().name() + ": " + message(e));
        }
    }

    private static boolean isCloudEvent(Headers headers) {
        String contentType = header(headers, "content-type");
        return headers.lastHeader("ce_specversion") != null
                || (contentType != null && contentType.startsWith(STRUCTURED));
    }

    private static String hash(String type, byte[] data) {
        byte[] prefix = (type + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[prefix.length + data.length];
        System.arraycopy(prefix, 0, all, 0, prefix.length);
        System.arraycopy(data, 0, all, prefix.length, data.length);
        return Sha256.hex(all);
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private static @Nullable String extension(CloudEvent event, String name) {
        Object value = event.getExtension(name);
        return value == null ? null : value.toString();
    }

    private static @Nullable String header(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static @Nullable String text(@Nullable Object key) {
        return key instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : (String) key;
    }

    private static String message(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
