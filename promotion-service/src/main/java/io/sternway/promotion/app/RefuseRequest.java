package io.sternway.promotion.app;

import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.narration.AuditDraft;
import io.sternway.snapshot.Fault;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Says by an audit record that a request is refused, and why, with every fault at once (R1): in the stream of its
 * promotion if that exists, else of its project's refused requests, else of the fleet.
 */
@ApplicationScoped
public class RefuseRequest {

    private static final Logger LOG = Logger.getLogger(RefuseRequest.class);
    private static final int MOST_FAULTS = 200;

    private final Promotions promotions;
    private final Publications publications;
    private final RequestLog log;

    RefuseRequest(Promotions promotions, Publications publications, RequestLog log) {
        this.promotions = promotions;
        this.publications = publications;
        this.log = log;
    }

    /** Refuses before the domain is asked, in the caller's transaction. */
    @Transactional(TxType.MANDATORY)
    public void refuse(Refusal refusal) {
        @Nullable PromotionRef ref = refusal.ref();
        @Nullable
        Stored stored = ref == null ? null : promotions.lock(List.of(ref.key())).get(ref.key());
        Instant now = promotions.now();
        List<AuditEntry> entries = List.of(entry(refusal));
        if (stored == null) {
            publications.recordElsewhere(refusal.project(), entries, now);
        } else {
            publications.publish(
                    stored.state().ref(),
                    List.of(new Effect.Audit(entries.get(0))),
                    stored.auditSequence(),
                    now,
                    refusal.identity().id());
            promotions.saveSequence(stored, stored.auditSequence() + 1);
        }
        note(refusal.identity(), ref, refusal.reason(), now);
    }

    /** The domain refused it; if its promotion exists, the decision that says so is published already. */
    void refused(
            RequestIdentity identity,
            PromotionRef ref,
            boolean published,
            Decision decision,
            AuditReason reason,
            Instant now) {
        if (!published) {
            publications.recordElsewhere(ref.project(), decision.auditEntries(), now);
        }
        note(identity, ref, reason, now);
    }

    private void note(RequestIdentity identity, @Nullable PromotionRef ref, AuditReason reason, Instant now) {
        log.note(identity, ref == null ? null : ref.key(), false, reason.name(), now);
        LOG.infof(
                "request refused promotion=%s request=%s source=%s reason=%s",
                ref == null ? "?" : ref.key(), identity.id(), identity.source(), reason);
    }

    private static AuditEntry entry(Refusal refusal) {
        List<Map<String, Object>> faults = new ArrayList<>();
        for (Fault fault : refusal.faults()
                .subList(0, Math.min(MOST_FAULTS, refusal.faults().size()))) {
            Map<String, Object> entry = new HashMap<>();
            entry.put("path", fault.path());
            entry.put("message", fault.message());
            if (fault.value() != null) {
                entry.put("value", fault.value());
            }
            faults.add(entry);
        }
        RequestIdentity identity = refusal.identity();
        return new AuditDraft(AuditType.PromotionRejected, AuditKind.request, refusal.reason(), refusal.message())
                .by(new Actor(Actor.Type.automation, identity.source()))
                .with("request", identity.id())
                .with("source", identity.source())
                .with("faults", faults)
                .with("faultCount", refusal.faults().size())
                .with("promotion", refusal.promotion())
                .entry(identity.id());
    }

    /**
     * A request that is refused before the domain is asked.
     *
     * @param identity which request
     * @param project its project; absent if that could not be read
     * @param promotion its promotion; absent if that could not be read
     * @param reason from the closed list
     * @param message for people
     * @param faults every fault
     */
    public record Refusal(
            RequestIdentity identity,
            @Nullable String project,
            @Nullable String promotion,
            AuditReason reason,
            String message,
            List<Fault> faults) {

        public Refusal {
            faults = List.copyOf(faults);
        }

        @Nullable
        PromotionRef ref() {
            return project == null || promotion == null ? null : new PromotionRef(project, promotion);
        }
    }
}
