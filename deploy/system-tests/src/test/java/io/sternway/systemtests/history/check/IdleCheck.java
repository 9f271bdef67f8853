package io.sternway.systemtests.history.check;

import io.sternway.events.AuditRecord;
import io.sternway.events.Event;
import io.sternway.events.Topic;
import io.sternway.messaging.EndOffsets;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.history.History;
import io.sternway.vocabulary.AuditKind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * When a run is at rest: what was published before a look is consumed, no row waits for work, no stage is at work, and
 * nothing was published meanwhile that would begin something new.
 */
final class IdleCheck implements AutoCloseable {

    /** What leads to work, and what says that there was some. */
    private static final Set<Topic> OF_WORK =
            EnumSet.of(Topic.REQUESTS, Topic.COMMANDS, Topic.DEPLOYMENTS, Topic.AUDIT);

    private static final Set<String> AT_WORK = Set.of("Deploying", "Soaking", "RollingBack");

    private final HistoryScope scope;
    private final ServiceTables tables;
    private final Admin admin;
    private final ChannelGroups channels;

    IdleCheck(HistoryScope scope) {
        this.scope = scope;
        this.tables = new ServiceTables(scope);
        this.admin = Admin.create(
                Map.of("bootstrap.servers", scope.environment().stack().broker().bootstrapServers()));
        this.channels = new ChannelGroups(admin, scope.environment().topics());
    }

    /** Waits until all is quiet; what is still undone at the end of its patience. */
    List<String> await(Duration patience) {
        AtomicReference<Look> look = new AtomicReference<>();
        AtomicReference<List<String>> undone = new AtomicReference<>(List.of("nothing could be looked at"));
        try {
            Awaitility.await()
                    .atMost(patience)
                    .pollInterval(Duration.ofMillis(250))
                    .ignoreExceptions()
                    .until(() -> {
                        Look current = look.get();
                        if (current == null || current.isOver) {
                            current = new Look(ends());
                            look.set(current);
                        }
                        undone.set(current.undone());
                        return Objects.requireNonNull(undone.get()).isEmpty();
                    });
        } catch (ConditionTimeoutException e) {
            return Objects.requireNonNull(undone.get());
        }
        return List.of();
    }

    /** One look: others never stop publishing, so it goes by what was published until it began, and until it saw rest. */
    private final class Look {

        private final Map<TopicPartition, Long> begin;
        private @Nullable Map<TopicPartition, Long> rest;
        private long before;
        private boolean isOver;

        private Look(Map<TopicPartition, Long> begin) {
            this.begin = begin;
        }

        /** What is undone now; when it is over, finally. */
        private List<String> undone() throws SQLException {
            if (rest == null) {
                List<String> behind = new ArrayList<>(recorder(begin));
                behind.addAll(tables.behind(begin));
                behind.addAll(channels.behind(begin));
                if (!behind.isEmpty()) {
                    return behind;
                }
                before = count();
                List<String> undone = new ArrayList<>(tables.undone());
                undone.addAll(atWork(records(scope)));
                if (!undone.isEmpty()) {
                    isOver = true;
                    return undone;
                }
                rest = ends();
            }
            List<String> behind = recorder(rest);
            if (behind.isEmpty()) {
                isOver = true;
                return count() == before ? List.of() : List.of("something is still being published");
            }
            return behind;
        }
    }

    private Map<TopicPartition, Long> ends() {
        Set<TopicPartition> partitions =
                scope.environment().topics().positions().keySet();
        if (partitions.isEmpty()) {
            throw new IllegalStateException("the recorder has not begun");
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        new EndOffsets(() -> admin, Duration.ofSeconds(20))
                .ask(partitions)
                .forEach((partition, end) -> ends.put(partition, end.join()));
        return ends;
    }

    private List<String> recorder(Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> positions = scope.environment().topics().positions();
        return ends.entrySet().stream()
                .filter(end -> positions.getOrDefault(end.getKey(), 0L) < end.getValue())
                .map(end -> "the recorder is at " + positions.get(end.getKey()) + " of " + end)
                .toList();
    }

    private long count() {
        return records(scope).stream()
                .filter(record -> OF_WORK.contains(record.topic()))
                .count();
    }

    /** The records of a scope. */
    static List<Recorded> records(HistoryScope scope) {
        return scope.environment().topics().all().stream()
                .filter(record -> scope.whole() || (record.key() != null && scope.covers(record.key())))
                .toList();
    }

    /** Stages of runs without an outcome that do more than wait for time or people. */
    static List<String> atWork(List<Recorded> records) {
        History history = new History(records, Map.of(), List.of(), List.of(), List.of(), List.of());
        List<String> atWork = new ArrayList<>();
        history.audit().forEach((stream, events) -> {
            Map<String, String> stages = new LinkedHashMap<>();
            for (Event<AuditRecord> event : events) {
                AuditRecord record = event.data();
                if (record.kind() == AuditKind.stage
                        && !event.type().name().equals("StableRevisionMoved")
                        && record.to() != null) {
                    stages.put(record.run() + " stage " + record.stage(), Objects.requireNonNull(record.to()));
                }
            }
            stages.forEach((stage, phase) -> {
                if (AT_WORK.contains(phase)) {
                    atWork.add(stage + " is " + phase);
                }
            });
        });
        return atWork;
    }

    @Override
    public void close() {
        tables.close();
        admin.close();
    }
}
