package io.sternway.promotion.persistence;

import io.sternway.promotion.app.RequestIdentity;
import io.sternway.promotion.app.RequestLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Answers to requests in Postgres. */
@ApplicationScoped
class PanacheRequestLog implements RequestLog {

    private final EntityManager entities;

    PanacheRequestLog(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public void note(RequestIdentity request, @Nullable String promotion, boolean accepted, String reason, Instant at) {
        if (entities.find(RequestEntity.class, new RequestEntity.Key(request.source(), request.id())) != null) {
            return;
        }
        RequestEntity row = new RequestEntity();
        row.source = request.source();
        row.id = request.id();
        row.hash = request.hash();
        row.promotion = promotion;
        row.outcome = accepted ? "Accepted" : "Rejected";
        row.reason = reason;
        row.receivedAt = at;
        row.persist();
    }

    @Override
    public int forget(Instant before, int limit) {
        return entities.unwrap(Session.class)
                .createNativeMutationQuery("DELETE FROM request WHERE (source, id) IN (SELECT source, id FROM request"
                        + " WHERE received_at < :before ORDER BY received_at LIMIT :limit)")
                .setParameter("before", before)
                .setParameter("limit", limit)
                .executeUpdate();
    }
}
