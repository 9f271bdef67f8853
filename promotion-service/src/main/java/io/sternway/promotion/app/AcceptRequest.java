package io.sternway.promotion.app;

import io.sternway.promotion.app.DecidePromotion.Moment;
import io.sternway.promotion.app.Promotions.Stored;
import io.sternway.promotion.domain.model.Answer.Refused;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request whose document is valid (R1): revision, settings, the pending run and what is decided about them are
 * stored at once, in the caller's transaction (R2).
 */
@ApplicationScoped
public class AcceptRequest {

    private static final Logger LOG = Logger.getLogger(AcceptRequest.class);

    private final Promotions promotions;
    private final ReadFleetView readFleet;
    private final DecidePromotion decide;
    private final RefuseRequest refuse;
    private final RequestLog log;

    AcceptRequest(
            Promotions promotions,
            ReadFleetView readFleet,
            DecidePromotion decide,
            RefuseRequest refuse,
            RequestLog log) {
        this.promotions = promotions;
        this.readFleet = readFleet;
        this.decide = decide;
        this.refuse = refuse;
        this.log = log;
    }

    /**
     * Accepts or refuses.
     *
     * @param identity which request
     * @param document what a decision needs of it
     * @param content what its revision is, should it be a new one
     */
    @Transactional(TxType.MANDATORY)
    public void accept(RequestIdentity identity, Document document, NewContent content) {
        PromotionRef ref = document.ref();
        @Nullable Stored known = promotions.lock(List.of(ref.key())).get(ref.key());
        Instant now = promotions.now();
        Promotion state = known == null ? Promotion.unborn(ref, document.settings(), now) : known.state();
        Stored stored = known == null ? new Stored(state, 0, 0, null) : known;
        Decision decision = decide.decide(
                stored,
                List.of(document),
                readFleet.read(List.of(state.withSettings(document.settings()))),
                new Moment(now, identity.id(), Duration.ZERO, content));
        if (decision.answers().get(0) instanceof Refused refused) {
            refuse.refused(identity, ref, known != null, decision, refused.reason(), now);
        } else {
            log.note(identity, ref.key(), true, "Accepted", now);
            LOG.infof(
                    "request accepted promotion=%s request=%s source=%s", ref.key(), identity.id(), identity.source());
        }
        promotions.write();
    }
}
