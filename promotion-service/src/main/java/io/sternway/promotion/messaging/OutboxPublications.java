package io.sternway.promotion.messaging;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.AuditRecord;
import io.sternway.events.CommandCancelled;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.RollbackRequested;
import io.sternway.events.SnapshotPublished;
import io.sternway.events.SnapshotRetired;
import io.sternway.events.StageDeployRequested;
import io.sternway.events.TargetPruneRequested;
import io.sternway.events.TargetReleaseRequested;
import io.sternway.messaging.store.Outbox;
import io.sternway.promotion.app.AuditLog;
import io.sternway.promotion.app.Contents;
import io.sternway.promotion.app.Publications;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.snapshot.Snapshot;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Publishes through the outbox, and keeps a copy of each audit record for REST. Ids of commands and audit records are
 * made of what they are; those of snapshots and rollback records, which may be said again, are drawn and stored.
 */
@ApplicationScoped
public class OutboxPublications implements Publications {

    private static final String SOURCE = Event.source("promotion-service");
    private static final String FLEET = "_fleet";
    private static final String REJECTED = "_rejected";
    private static final byte[] PLACEHOLDER = "${cluster.".getBytes(StandardCharsets.UTF_8);

    private final Outbox outbox;
    private final AuditLog auditLog;
    private final Contents contents;
    private final CommandMapper commands;

    OutboxPublications(Outbox outbox, AuditLog auditLog, Contents contents, PromotionConfig config) {
        this.outbox = outbox;
        this.auditLog = auditLog;
        this.contents = contents;
        this.commands = new CommandMapper(config.health());
    }

    @Override
    public void publish(
            PromotionRef ref, List<Effect> effects, long auditSequence, Instant now, @Nullable String cause) {
        List<Event<?>> events = new ArrayList<>();
        List<Event<AuditRecord>> records = new ArrayList<>();
        long sequence = auditSequence;
        for (Effect effect : effects) {
            if (effect instanceof Effect.Audit audit) {
                sequence++;
                Event<AuditRecord> record = record(
                        ref.key(),
                        ref.project(),
                        ref.name(),
                        run(ref, audit.entry()),
                        sequence,
                        audit.entry(),
                        now,
                        cause);
                records.add(record);
                events.add(record);
            } else {
                events.add(event(ref, effect, now, cause));
            }
        }
        auditLog.keep(records.stream().map(OutboxPublications::kept).toList());
        outbox.addAll(events);
    }

    @Override
    public void recordElsewhere(@Nullable String project, List<AuditEntry> entries, Instant now) {
        if (entries.isEmpty()) {
            return;
        }
        String stream = project == null ? FLEET : project + "/" + REJECTED;
        long sequence = auditLog.drawSequences(stream, entries.size());
        List<Event<AuditRecord>> records = new ArrayList<>();
        for (AuditEntry entry : entries) {
            records.add(record(
                    stream,
                    project == null ? FLEET : project,
                    project == null ? null : REJECTED,
                    null,
                    ++sequence,
                    entry,
                    now,
                    null));
        }
        auditLog.keep(records.stream().map(OutboxPublications::kept).toList());
        outbox.addAll(records);
    }

    private Event<?> event(PromotionRef ref, Effect effect, Instant now, @Nullable String cause) {
        Envelope envelope = new Envelope(ref, now, cause);
        if (effect instanceof Effect.Deploy deploy) {
            StageDeployRequested body = commands.deploy(ref, deploy, hashes(ref, deploy.snapshot()));
            return envelope.command(EventType.STAGE_DEPLOY_REQUESTED, deploy.command(), deploy.run(), body);
        }
        if (effect instanceof Effect.Restore restore) {
            RollbackRequested body = commands.restore(ref, restore, hashes(ref, restore.snapshot()));
            return envelope.command(EventType.ROLLBACK_REQUESTED, restore.command(), restore.run(), body);
        }
        if (effect instanceof Effect.Prune prune) {
            TargetPruneRequested body = CommandMapper.prune(ref, prune);
            return envelope.command(EventType.TARGET_PRUNE_REQUESTED, prune.command(), null, body);
        }
        if (effect instanceof Effect.Release release) {
            TargetReleaseRequested body = CommandMapper.release(ref, release);
            return envelope.command(EventType.TARGET_RELEASE_REQUESTED, release.command(), null, body);
        }
        if (effect instanceof Effect.Cancel cancel) {
            CommandCancelled body = CommandMapper.cancel(ref, cancel);
            return envelope.command(EventType.COMMAND_CANCELLED, cancel.command(), null, body);
        }
        if (effect instanceof Effect.PublishSnapshot publish) {
            return envelope.fresh(EventType.SNAPSHOT_PUBLISHED, null, snapshot(ref, publish));
        }
        if (effect instanceof Effect.RetireSnapshot retire) {
            SnapshotRetired body = new SnapshotRetired(ref.project(), ref.name(), retire.snapshot());
            return envelope.fresh(EventType.SNAPSHOT_RETIRED, null, body);
        }
        if (effect instanceof Effect.RollbackChanged changed) {
            EventType type = switch (changed.step()) {
                case Started -> EventType.ROLLBACK_STARTED;
                case Progressed -> EventType.ROLLBACK_PROGRESSED;
                case Completed -> EventType.ROLLBACK_COMPLETED;
            };
            Rollback rollback = changed.rollback();
            return envelope.fresh(type, rollback.run(), RollbackMapper.map(ref, rollback));
        }
        throw new IllegalStateException(
                "no event is known for " + effect.getClass().getName());
    }

    /** What all events of one decision have in common. */
    private record Envelope(
            PromotionRef ref, Instant now, @Nullable String cause) {

        /** Its id is made of the command's. */
        <T> Event<T> command(EventType type, String command, @Nullable Long run, T body) {
            return event(EventIds.of(type.name(), command), type, run, body);
        }

        /** It may be said again, so its id is drawn. */
        <T> Event<T> fresh(EventType type, @Nullable Long run, T body) {
            return event(UUID.randomUUID().toString(), type, run, body);
        }

        private <T> Event<T> event(String id, EventType type, @Nullable Long run, T body) {
            return new Event<>(id, SOURCE, type, ref.key(), now, run == null ? null : ref.runId(run), cause, body);
        }
    }

    private static Event<AuditRecord> record(
            String stream,
            String project,
            @Nullable String promotion,
            @Nullable String run,
            long sequence,
            AuditEntry entry,
            Instant now,
            @Nullable String cause) {
        AuditRecord body = new AuditRecord(
                sequence,
                now,
                project,
                promotion,
                entry.revision(),
                run,
                entry.stage(),
                entry.cluster(),
                entry.kind(),
                entry.from(),
                entry.to(),
                entry.reason(),
                entry.message(),
                entry.actor(),
                entry.details());
        return new Event<>(
                EventIds.of("audit", stream, sequence),
                SOURCE,
                EventType.of(entry.type()),
                stream,
                now,
                run,
                entry.causation() == null ? cause : entry.causation(),
                body);
    }

    private static AuditLog.Kept kept(Event<AuditRecord> event) {
        return new AuditLog.Kept(
                event.subject(),
                event.data().sequence(),
                event.id(),
                event.type().type(),
                event.data().occurredAt(),
                new String(EventJson.write(event.data()), StandardCharsets.UTF_8));
    }

    private static @Nullable String run(PromotionRef ref, AuditEntry entry) {
        return entry.run() == null ? null : ref.runId(entry.run());
    }

    private SnapshotPublished snapshot(PromotionRef ref, Effect.PublishSnapshot publish) {
        Snapshot snapshot = read(contents.snapshot(ref.key(), publish.snapshot()));
        return new SnapshotPublished(
                ref.project(), ref.name(), publish.stage(), publish.revision(), publish.snapshot(), snapshot.objects());
    }

    /** Most contents have no placeholder; their hash is the same on every cluster. */
    private CommandMapper.ContentHashes hashes(PromotionRef ref, String snapshot) {
        byte[] bytes = contents.snapshot(ref.key(), snapshot);
        if (!contains(bytes, PLACEHOLDER)) {
            return target -> snapshot;
        }
        Snapshot content = read(bytes);
        return target ->
                content.resolve(target.cluster(), target.labels()).snapshot().hash();
    }

    private static Snapshot read(byte[] bytes) {
        try {
            JsonNode objects = EventJson.mapper().readTree(bytes);
            return new Snapshot(objects.valueStream().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("a stored snapshot cannot be read", e);
        }
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        for (int i = 0; i <= bytes.length - part.length; i++) {
            if (java.util.Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
