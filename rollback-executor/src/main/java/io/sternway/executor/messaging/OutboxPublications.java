package io.sternway.executor.messaging;

import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.executor.app.Publications;
import io.sternway.executor.domain.ledger.Change;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.messaging.store.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Publishes a target's records through the outbox; its row is locked by the caller, so their order is kept. */
@ApplicationScoped
public class OutboxPublications implements Publications {
    private static final String SOURCE = Event.source("rollback-executor");

    private final Outbox outbox;
    private final Clock clock;

    OutboxPublications(Outbox outbox, Clock clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    @Override
    public void publish(List<Change.DeploymentRecord> records) {
        List<Event<?>> events = new ArrayList<>();
        for (Change.DeploymentRecord record : records) {
            if (record.kind() == Change.Kind.Tombstone) {
                outbox.addAll(events);
                events.clear();
                outbox.addTombstone(Topic.DEPLOYMENTS, record.state().key().toString());
            } else {
                events.add(event(record));
            }
        }
        outbox.addAll(events);
    }

    private Event<?> event(Change.DeploymentRecord record) {
        Target state = record.state();
        String key = state.key().toString();
        EventType type = DeploymentMapper.type(record.kind());
        return new Event<>(
                EventIds.of(type.name(), key, state.sequence()),
                SOURCE,
                type,
                key,
                clock.instant(),
                state.assignment().run(),
                state.assignment().cause(),
                DeploymentMapper.of(state));
    }
}
