package io.sternway.promotion.persistence;

import io.sternway.promotion.app.RequestLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import org.hibernate.Session;

/** Answers to requests in Postgres. */
@ApplicationScoped
class PanacheRequestLog implements RequestLog {

    private final EntityManager entities;

    PanacheRequestLog(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public void note(Entry entry) {
        if (entities.find(RequestEntity.class, new RequestEntity.Key(entry.source(), entry.id())) != null) {
            return;
        }
        RequestEntity row = new RequestEntity();
        row.source = entry.source();
        row.id = entry.id();
        row.hash = entry.hash();
        row.promotion = entry.promotion();
        row.outcome = entry.accepted() ? "Accepted" : "Rejected";
        row.reason = entry.reason();
        row.receivedAt = entry.at();
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
