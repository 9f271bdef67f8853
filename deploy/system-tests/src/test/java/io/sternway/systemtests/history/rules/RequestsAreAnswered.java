package io.sternway.systemtests.history.rules;

import io.sternway.events.AuditRecord;
import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import io.sternway.vocabulary.AuditReason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** An event of an unknown type asks for nothing. */
public final class RequestsAreAnswered implements HistoryRule {

    @Override
    public String text() {
        return "Every request is accepted or refused once, by an audit event with its id as causation, or is a dead"
                + " letter; the same request again changes nothing, with other bytes it is refused as IdReused (R1).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Map<String, Integer> answers = new HashMap<>();
        Set<String> reused = new HashSet<>();
        history.audit().values().stream().flatMap(List::stream).forEach(event -> {
            String id = event.causationId();
            if (id != null && isAnswer(event)) {
                if (event.data().reason() == AuditReason.IdReused) {
                    reused.add(id);
                } else {
                    answers.merge(id, 1, Integer::sum);
                }
            }
        });
        Set<String> letters = new HashSet<>();
        for (Event<DeadLetter> event : history.events(Topic.DEAD_LETTERS, DeadLetter.class)) {
            letters.add(place(
                    event.data().topic(), event.data().partition(), event.data().offset()));
        }
        return Stream.concat(unread(history, letters), documents(history, letters, answers, reused));
    }

    private static boolean isAnswer(Event<AuditRecord> event) {
        return event.type().name().equals("PromotionAccepted")
                || event.type().name().equals("PromotionRejected");
    }

    private Stream<Violation> unread(History history, Set<String> letters) {
        return history.on(Topic.REQUESTS).stream()
                .filter(record -> record.received() instanceof Received.Undecodable)
                .filter(record -> !letters.contains(place(record)))
                .map(record -> broken(record.position(), "cannot be read and is no dead letter"));
    }

    private Stream<Violation> documents(
            History history, Set<String> letters, Map<String, Integer> answers, Set<String> reused) {
        Map<String, Set<String>> sources = new LinkedHashMap<>();
        Map<String, Set<String>> hashes = new HashMap<>();
        for (Recorded record : history.on(Topic.REQUESTS)) {
            if (record.received() instanceof Received.Document document && !letters.contains(place(record))) {
                sources.computeIfAbsent(document.id(), id -> new HashSet<>()).add(document.source());
                hashes.computeIfAbsent(document.id(), id -> new HashSet<>()).add(document.hash());
            }
        }
        return sources.entrySet().stream().flatMap(request -> {
            String id = request.getKey();
            int expected = request.getValue().size();
            int given = answers.getOrDefault(id, 0);
            boolean other = hashes.getOrDefault(id, Set.of()).size() > expected;
            return Stream.of(
                            given == expected ? "" : "has " + given + " answers instead of " + expected,
                            other && !reused.contains(id) ? "came with other bytes and was not refused" : "")
                    .filter(how -> !how.isEmpty())
                    .map(how -> broken("request " + id, how));
        });
    }

    private static String place(Recorded record) {
        return place(record.topic().topicName(), record.partition(), record.offset());
    }

    private static String place(String topic, int partition, long offset) {
        return topic + "-" + partition + "@" + offset;
    }
}
