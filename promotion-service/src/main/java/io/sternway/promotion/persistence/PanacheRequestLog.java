package io.sternway.promotion.persistence;

import io.sternway.promotion.app.RequestLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

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
}
