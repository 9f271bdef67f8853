package io.sternway.promotion.domain;

import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An audit record while it is being filled in; {@link #record()} ends it. */
public final class AuditDraft {

    private final Draft draft;
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

    AuditDraft(Draft draft, AuditType type, AuditKind kind, AuditReason reason, String message) {
        this.draft = draft;
        this.type = type;
        this.kind = kind;
        this.reason = reason;
        this.message = message;
    }

    public AuditDraft revision(long value) {
        this.revision = value;
        return this;
    }

    public AuditDraft run(@Nullable Long value) {
        this.run = value;
        return this;
    }

    public AuditDraft stage(@Nullable String value) {
        this.stage = value;
        return this;
    }

    public AuditDraft cluster(String value) {
        this.cluster = value;
        return this;
    }

    public AuditDraft from(@Nullable Object value) {
        this.from = value == null ? null : value.toString();
        return this;
    }

    public AuditDraft to(@Nullable Object value) {
        this.to = value == null ? null : value.toString();
        return this;
    }

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

    /** It is to be published. */
    public void record() {
        draft.effect(new Effect.Audit(new AuditEntry(
                type, kind, revision, run, stage, cluster, from, to, reason, message, actor, details, draft.cause())));
    }
}
