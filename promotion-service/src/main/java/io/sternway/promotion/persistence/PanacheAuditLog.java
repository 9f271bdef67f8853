package io.sternway.promotion.persistence;

import io.sternway.promotion.app.AuditLog;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.time.Instant;
import java.util.List;
import org.hibernate.Session;

/** Audit records in Postgres. */
@ApplicationScoped
class PanacheAuditLog implements AuditLog {

    private final EntityManager entities;

    PanacheAuditLog(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public void keep(List<Kept> records) {
        for (Kept record : records) {
            AuditEntity row = new AuditEntity();
            row.stream = record.stream();
            row.sequence = record.sequence();
            row.eventId = record.eventId();
            row.type = record.type();
            row.occurredAt = record.occurredAt();
            row.record = record.json();
            row.persist();
        }
    }

    @Override
    public long drawSequences(String stream, int count) {
        long last = session()
                .createNativeQuery(
                        "INSERT INTO audit_stream AS s (stream, audit_sequence) VALUES (:stream, :count) ON CONFLICT"
                                + " (stream) DO UPDATE SET audit_sequence = s.audit_sequence + excluded.audit_sequence"
                                + " RETURNING audit_sequence",
                        Tuple.class)
                .setParameter("stream", stream)
                .setParameter("count", (long) count)
                .getSingleResult()
                .get(0, Long.class);
        return last - count;
    }

    @Override
    public List<Kept> read(String stream, long after, int limit) {
        return session()
                .createSelectionQuery(
                        "from AuditEntity where stream = ?1 and sequence > ?2 order by sequence", AuditEntity.class)
                .setParameter(1, stream)
                .setParameter(2, after)
                .setMaxResults(limit)
                .setReadOnly(true)
                .getResultStream()
                .map(row -> new Kept(row.stream, row.sequence, row.eventId, row.type, row.occurredAt, row.record))
                .toList();
    }

    @Override
    public int forget(Instant before, int limit) {
        return session()
                .createNativeMutationQuery(
                        "DELETE FROM audit_record WHERE (stream, sequence) IN (SELECT stream, sequence"
                                + " FROM audit_record WHERE occurred_at < :before ORDER BY occurred_at LIMIT :limit)")
                .setParameter("before", before)
                .setParameter("limit", limit)
                .executeUpdate();
    }

    private Session session() {
        return entities.unwrap(Session.class);
    }
}
