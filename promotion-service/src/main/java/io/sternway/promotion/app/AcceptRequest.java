package io.sternway.promotion.app;

import io.sternway.promotion.app.DecidePromotion.Moment;
import io.sternway.promotion.app.Promotions.Bookkeeping;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.domain.Effect;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.PromotionRef;
import io.sternway.promotion.domain.intake.Answer;
import io.sternway.promotion.domain.intake.Answer.Accepted;
import io.sternway.promotion.domain.intake.Answer.Refused;
import io.sternway.promotion.domain.intake.Document;
import io.sternway.promotion.domain.intake.Intake;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request whose document is valid (R1): revision, settings and the pending run are stored, and the first
 * decision about them is made, in the caller's transaction (R2).
 */
@ApplicationScoped
public class AcceptRequest {

    private static final Logger LOG = Logger.getLogger(AcceptRequest.class);

    private final Promotions promotions;
    private final Fleet fleet;
    private final FleetOfPromotions fleetOf;
    private final Contents contents;
    private final DecidePromotion decide;
    private final Publications publications;
    private final RefuseRequest refuse;
    private final RequestLog log;

    AcceptRequest(
            Promotions promotions,
            Fleet fleet,
            FleetOfPromotions fleetOf,
            Contents contents,
            DecidePromotion decide,
            Publications publications,
            RefuseRequest refuse,
            RequestLog log) {
        this.promotions = promotions;
        this.fleet = fleet;
        this.fleetOf = fleetOf;
        this.contents = contents;
        this.decide = decide;
        this.publications = publications;
        this.refuse = refuse;
        this.log = log;
    }

    /** Accepts or refuses. */
    @Transactional(TxType.MANDATORY)
    public void accept(Request request) {
        PromotionRef ref = request.document().ref();
        @Nullable Stored stored = promotions.lock(List.of(ref.key())).get(ref.key());
        Instant now = promotions.now();
        @Nullable Promotion state = stored == null ? null : stored.state();
        Answer answer =
                Intake.decide(state, request.document(), fleet.inventory().orElse(null), now);
        if (answer instanceof Refused refused) {
            refuse.record(request.identity(), ref.project(), stored, ref, refused.audit(), now);
        } else if (answer instanceof Accepted accepted) {
            store(request, accepted, stored, now);
        }
        promotions.write();
    }

    private void store(Request request, Accepted accepted, @Nullable Stored locked, Instant now) {
        Promotion state = accepted.state();
        Stored before = locked == null ? promotions.create(state, now) : locked;
        List<Effect> audit =
                accepted.audit().stream().<Effect>map(Effect.Audit::new).toList();
        String cause = request.identity().id();
        long sequence = publications.publish(state.ref(), audit, before.auditSequence(), now, cause);
        promotions.save(before, state, new Bookkeeping(sequence, null, PromotionPhase.of(state), false, now));
        if (accepted.created() != null) {
            contents.store(before.key(), accepted.created().number(), request.content(), request.snapshots());
        }
        Stored after = new Stored(state, sequence, 0, null);
        Moment moment = new Moment(now, cause, Duration.ZERO, locked == null);
        decide.decide(after, List.of(), fleetOf.read(List.of(state)), moment);
        log.note(request.identity().entry(before.key(), true, "Accepted", now));
        LOG.infof(
                "request accepted promotion=%s request=%s source=%s",
                before.key(), cause, request.identity().source());
    }

    /**
     * A request whose document is valid.
     *
     * @param identity which request
     * @param document what a decision needs of it
     * @param content the normalised content, canonical JSON
     * @param snapshots the contents of stages, canonical JSON, by hash
     */
    public record Request(RequestIdentity identity, Document document, String content, Map<String, String> snapshots) {}
}
