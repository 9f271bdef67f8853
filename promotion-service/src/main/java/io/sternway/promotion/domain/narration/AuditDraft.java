package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An audit record while it is being filled in. */
public final class AuditDraft {
    private final AuditType type;
    private final AuditKind kind;
    private final AuditReason reason;
    private final String message;
    private final Map<String, Object> details = new LinkedHashMap<>();
    private @Nullable Long revision;
    private @Nullable Long run;
    private @Nullable String stage;
    private @Nullable String cluster;
    private @Nullable String from;
    private @Nullable String to;
    private Actor actor = Actor.SYSTEM;

    /** About nothing yet, by the system. */
    public AuditDraft(AuditType type, AuditKind kind, AuditReason reason, String message) {
        this.type = type;
        this.kind = kind;
        this.reason = reason;
        this.message = message;
    }

    /** About a stage of a run. */
    static AuditDraft ofStage(AuditType type, AuditReason reason, String message, Run run, String stage) {
        return new AuditDraft(type, AuditKind.stage, reason, message)
                .revision(run.revision())
                .run(run.number())
                .stage(stage);
    }

    /** About a target, with the run that brought what it is to hold. */
    static AuditDraft ofTarget(AuditType type, AuditReason reason, String message, Target target) {
        return new AuditDraft(type, AuditKind.target, reason, message)
                .revision(target.desired().revision())
                .run(target.desired().run())
                .stage(target.stage())
                .cluster(target.cluster());
    }

    AuditDraft revision(@Nullable Long value) {
        this.revision = value;
        return this;
    }

    AuditDraft run(@Nullable Long value) {
        this.run = value;
        return this;
    }

    AuditDraft stage(@Nullable String value) {
        this.stage = value;
        return this;
    }

    AuditDraft cluster(String value) {
        this.cluster = value;
        return this;
    }

    /** The state before, where it applies. */
    public AuditDraft from(@Nullable Object value) {
        this.from = value == null ? null : value.toString();
        return this;
    }

    /** The state after, where it applies. */
    public AuditDraft to(@Nullable Object value) {
        this.to = value == null ? null : value.toString();
        return this;
    }

    /** Who did it, if not the system. */
    public AuditDraft by(Actor value) {
        this.actor = value;
        return this;
    }

    /** Adds a detail; an absent value is left out. */
    public AuditDraft with(String key, @Nullable Object value) {
        if (value != null) {
            details.put(key, value);
        }
        return this;
    }

    AuditDraft with(Map<String, ?> more) {
        details.putAll(more);
        return this;
    }

    /** Epoch and purpose of what the target is to hold. */
    AuditDraft withDispatch(Target target) {
        return with("epoch", target.desired().epoch())
                .with("purpose", target.desired().purpose().name());
    }

    /**
     * The record.
     *
     * @param causation the id of the event that led to it, where there is one
     */
    public AuditEntry entry(@Nullable String causation) {
        return new AuditEntry(
                type, kind, revision, run, stage, cluster, from, to, reason, message, actor, details, causation);
    }
}
