package io.sternway.systemtests.history.rules;

import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.Violation;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Requests are left out: they are the world's, and one whose id came before with other bytes is refused (R1). */
public final class IdsRepeatUnchanged implements HistoryRule {

    @Override
    public String text() {
        return "An event with the source and id of an earlier one is that event, byte for byte (A5).";
    }

    @Override
    public Stream<Violation> check(History history) {
        Map<String, Recorded> first = new HashMap<>();
        return history.records().stream()
                .filter(record -> record.topic() != Topic.REQUESTS)
                .filter(record -> record.received() instanceof Received.Known)
                .filter(record -> {
                    Received.Known known = (Received.Known) record.received();
                    Recorded before =
                            first.putIfAbsent(record.topic() + " " + known.source() + " " + known.id(), record);
                    return before != null && !same(before, record);
                })
                .map(record -> broken(
                        record.position(), "is another event than the one that had its id before: " + record.event()));
    }

    private static boolean same(Recorded one, Recorded other) {
        Received.Known before = (Received.Known) one.received();
        Received.Known after = (Received.Known) other.received();
        return before.hash().equals(after.hash())
                && before.event().subject().equals(after.event().subject());
    }
}
