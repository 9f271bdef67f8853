package io.sternway.systemtests.history;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Everything that a run left behind, as plain data.
 *
 * @param records what was published, in the order of each partition, repetitions included
 * @param writes what the executor wrote to each cluster, by the cluster's name; a cluster without a log is absent
 * @param served what the clusters' APIs serve at the end
 * @param executor the executor's rows at the end
 * @param promotions what promotion-service answers at the end
 * @param undone work that did not end: rows that should be gone, positions that are behind; empty when all is quiet
 */
public record History(
        List<Recorded> records,
        Map<String, WriteLog> writes,
        List<ServedObject> served,
        List<ExecutorRow> executor,
        List<PromotionState> promotions,
        List<String> undone) {

    public History {
        records = List.copyOf(records);
        writes = Map.copyOf(writes);
        served = List.copyOf(served);
        executor = List.copyOf(executor);
        promotions = List.copyOf(promotions);
        undone = List.copyOf(undone);
    }

    /** The records of a topic, repetitions included. */
    public List<Recorded> on(Topic topic) {
        return records.stream().filter(record -> record.topic() == topic).toList();
    }

    /** The records of a topic that are events, each once: where its id came first. */
    public List<Recorded> firsts(Topic topic) {
        Set<String> seen = new HashSet<>();
        return records.stream()
                .filter(record -> record.topic() == topic
                        && record.received() instanceof Received.Known known
                        && seen.add(known.source() + " " + known.id()))
                .toList();
    }

    /** The events of a topic with that payload, each once: where its id came first. */
    public <T> List<Event<T>> events(Topic topic, Class<T> payload) {
        return firsts(topic).stream()
                .<Event<?>>map(Recorded::event)
                .filter(event -> payload.isInstance(event.data()))
                .map(History::<T>typed)
                .toList();
    }

    /** The audit events of each stream, each once, in the order in which they came. */
    public Map<String, List<Event<AuditRecord>>> audit() {
        Map<String, List<Event<AuditRecord>>> streams = new LinkedHashMap<>();
        for (Event<AuditRecord> event : events(Topic.AUDIT, AuditRecord.class)) {
            streams.computeIfAbsent(event.subject(), key -> new ArrayList<>()).add(event);
        }
        return streams;
    }

    /** What is wrong with the audit streams, each looked at by itself: its key and its events. */
    public Stream<Violation> eachAuditStream(BiFunction<String, List<Event<AuditRecord>>, List<Violation>> check) {
        return audit().entrySet().stream().flatMap(stream -> check.apply(stream.getKey(), stream.getValue()).stream());
    }

    /** The last record of each target on the deployments topic; a target whose last record is a tombstone is absent. */
    public Map<TargetRef, TargetDeployment> lastDeployments() {
        Map<TargetRef, TargetDeployment> last = new LinkedHashMap<>();
        for (Recorded record : on(Topic.DEPLOYMENTS)) {
            if (record.received() instanceof Received.Known known
                    && known.event().data() instanceof TargetDeployment deployment) {
                last.put(deployment.target(), deployment);
            } else if (record.received() instanceof Received.Tombstone && record.key() != null) {
                last.remove(TargetRef.ofKey(record.key()));
            }
        }
        return last;
    }

    @SuppressWarnings("unchecked") // the payload's class was looked at
    private static <T> Event<T> typed(Event<?> event) {
        return (Event<T>) event;
    }
}
