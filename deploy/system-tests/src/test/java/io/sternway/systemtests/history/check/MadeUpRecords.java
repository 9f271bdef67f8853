package io.sternway.systemtests.history.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.Sha256;
import io.sternway.events.Topic;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What was published in a {@link MadeUpHistory}, on one partition of each topic. Each event is its type's golden sample. */
final class MadeUpRecords {

    private final List<Recorded> records = new ArrayList<>();

    List<Recorded> all() {
        return List.copyOf(records);
    }

    List<Recorded> on(Topic topic) {
        return records.stream().filter(record -> record.topic() == topic).toList();
    }

    /**
     * An event.
     *
     * @param fields what differs from the sample: path=value, as often as needed; a value is JSON or a word
     */
    void event(EventType type, String key, String id, @Nullable String cause, String fields) {
        Object data = payload(type, fields);
        Event<?> event = new Event<>(id, "/sternway/test", type, key, Instant.EPOCH, null, cause, data);
        String hash = Sha256.hex(type + new String(EventJson.write(data), StandardCharsets.UTF_8));
        add(type.topic(), key, origin -> new Received.Known(origin, event, hash));
    }

    /** A request with these bytes, as CI sends it. */
    void request(String key, String id, String bytes) {
        byte[] document = bytes.getBytes(StandardCharsets.UTF_8);
        String hash = Sha256.hex(document);
        add(Topic.REQUESTS, key, origin -> new Received.Document(origin, "/ci", id, null, null, document, hash));
    }

    /** A request that nobody can read. */
    void unreadable(String key) {
        add(Topic.REQUESTS, key, origin -> new Received.Undecodable(origin, "NotJson", "nobody can read it"));
    }

    void tombstone(Topic topic, String key) {
        add(topic, key, Received.Tombstone::new);
    }

    /** It comes again, later. */
    void again(Recorded record) {
        add(record.topic(), record.key(), origin -> record.received());
    }

    /** All events of a type are gone. */
    void remove(EventType type) {
        records.removeIf(record -> record.is(type));
    }

    /** The first event of a type changes its place with the next one of its topic and key. */
    void swap(EventType type) {
        Recorded first =
                records.stream().filter(record -> record.is(type)).findFirst().orElseThrow();
        int at = records.indexOf(first);
        Recorded next = records.subList(at + 1, records.size()).stream()
                .filter(record -> record.topic() == first.topic() && Objects.equals(record.key(), first.key()))
                .findFirst()
                .orElseThrow();
        records.set(records.indexOf(next), first);
        records.set(at, next);
    }

    private static Object payload(EventType type, String fields) {
        String sample = type.topic() == Topic.AUDIT ? "AuditRecord" : type.name();
        ObjectNode data = read("/io/sternway/samples/" + sample + ".minimal.json");
        for (String field : fields.split(" ", -1)) {
            String path = "/" + field.substring(0, field.indexOf('='));
            int name = path.lastIndexOf('/') + 1;
            ObjectNode parent = name == 1 ? data : data.withObject(path.substring(0, name - 1));
            parent.set(path.substring(name), value(field.substring(field.indexOf('=') + 1)));
        }
        return EventJson.mapper().convertValue(data, type.payload());
    }

    private static ObjectNode read(String sample) {
        try (InputStream file = Objects.requireNonNull(EventType.class.getResourceAsStream(sample), sample)) {
            return (ObjectNode) EventJson.mapper().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(sample, e);
        }
    }

    private static JsonNode value(String text) {
        try {
            return text.isEmpty() ? TextNode.valueOf("") : EventJson.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }

    private void add(Topic topic, @Nullable String key, Function<Origin, Received> received) {
        long offset = on(topic).size();
        Origin origin = new Origin(topic.topicName(), 0, offset, key);
        records.add(new Recorded(topic, 0, offset, key, received.apply(origin)));
    }
}
