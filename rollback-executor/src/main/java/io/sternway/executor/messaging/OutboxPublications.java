package io.sternway.executor.messaging;

import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.executor.app.Publications;
import io.sternway.executor.domain.target.Change;
import io.sternway.executor.domain.target.Target;
import io.sternway.messaging.store.Outbox;
import java.time.Clock;
import java.util.List;

/** Publishes a target's records through the outbox; its row is locked by the caller, so their order is kept. */
public final class OutboxPublications implements Publications {
    private static final String SOURCE = Event.source("rollback-executor");

    private final Outbox outbox;
    private final Clock clock;

    public OutboxPublications(Outbox outbox, Clock clock) {
        this.outbox = outbox;
        this.clock = clock;
    }

    @Override
    public void publish(List<Change.Told> records) {
        for (Change.Told record : records) {
            Target state = record.state();
            String key = state.key().toString();
            if (record.kind() == Change.Kind.TOMBSTONE) {
                outbox.addTombstone(Topic.DEPLOYMENTS, key);
                continue;
            }
            EventType type = DeploymentMapper.type(record.kind());
            outbox.add(new Event<>(
                    EventIds.of(type.name(), key, state.sequence()),
                    SOURCE,
                    type,
                    key,
                    clock.instant(),
                    state.assignment().run(),
                    state.assignment().cause(),
                    DeploymentMapper.of(state)));
        }
    }
}
