package io.sternway.systemtests.history.check;

import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.Sha256;
import io.sternway.events.Topic;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a {@link Story} publishes, on one partition of each topic. */
final class Told {

    private final List<Recorded> records = new ArrayList<>();
    private final Map<Topic, Long> offsets = new EnumMap<>(Topic.class);

    List<Recorded> records() {
        return List.copyOf(records);
    }

    /** An event. */
    void event(EventType type, String key, String id, Object data, @Nullable String cause) {
        Event<?> event = new Event<>(id, "/sternway/test", type, key, Bodies.NOW, null, cause, data);
        String hash = Sha256.hex(type + new String(EventJson.write(data), StandardCharsets.UTF_8));
        add(type.topic(), key, new Received.Known(next(type.topic(), key), event, hash));
    }

    /** A request with these bytes, as CI sends it. */
    void document(String id, String bytes) {
        byte[] document = bytes.getBytes(StandardCharsets.UTF_8);
        add(
                Topic.REQUESTS,
                Bodies.KEY,
                new Received.Document(
                        next(Topic.REQUESTS, Bodies.KEY), "/ci", id, null, null, document, Sha256.hex(document)));
    }

    /** A request that nobody can read. */
    void garbage() {
        add(
                Topic.REQUESTS,
                Bodies.KEY,
                new Received.Undecodable(next(Topic.REQUESTS, Bodies.KEY), "NotJson", "nobody can read it"));
    }

    void tombstone(Topic topic, String key) {
        add(topic, key, new Received.Tombstone(next(topic, key)));
    }

    /** The record of a topic with that number, from 0, comes again. */
    void again(Topic topic, int number) {
        Recorded record = on(topic).get(number);
        add(topic, record.key(), record.received());
    }

    /** The last record of a topic comes again. */
    void lastAgain(Topic topic) {
        again(topic, on(topic).size() - 1);
    }

    /** Everything of a topic comes again, in order. */
    void allAgain(Topic topic) {
        on(topic).forEach(record -> add(topic, record.key(), record.received()));
    }

    private List<Recorded> on(Topic topic) {
        return records.stream().filter(record -> record.topic() == topic).toList();
    }

    private Origin next(Topic topic, String key) {
        return new Origin(topic.topicName(), 0, offsets.getOrDefault(topic, 0L), key);
    }

    private void add(Topic topic, @Nullable String key, Received received) {
        records.add(new Recorded(topic, 0, offsets.merge(topic, 1L, Long::sum) - 1, key, received));
    }
}
