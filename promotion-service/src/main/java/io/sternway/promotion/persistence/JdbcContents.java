package io.sternway.promotion.persistence;

import io.sternway.promotion.app.Contents;
import io.sternway.promotion.app.NewContent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;

/** Contents in Postgres, in statements of their own: no entity, so that nothing of their size stays in a session. */
@ApplicationScoped
class JdbcContents implements Contents {

    private final EntityManager entities;

    JdbcContents(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public void store(String promotion, long revision, NewContent content) {
        // The revision's row must be there first.
        entities.flush();
        session()
                .createNativeMutationQuery(
                        "INSERT INTO revision_content (promotion, number, content) VALUES (:promotion, :number, :content)")
                .setParameter("promotion", promotion)
                .setParameter("number", revision)
                .setParameter("content", content.normalised().getBytes(StandardCharsets.UTF_8))
                .executeUpdate();
        content.snapshots()
                .forEach((hash, snapshot) -> session()
                        .createNativeMutationQuery("INSERT INTO snapshot (promotion, hash, content, created_at)"
                                + " VALUES (:promotion, :hash, :content, now()) ON CONFLICT DO NOTHING")
                        .setParameter("promotion", promotion)
                        .setParameter("hash", hash)
                        .setParameter("content", snapshot.getBytes(StandardCharsets.UTF_8))
                        .executeUpdate());
    }

    @Override
    public byte[] snapshot(String promotion, String hash) {
        return session()
                .createNativeQuery(
                        "SELECT content FROM snapshot WHERE promotion = :promotion AND hash = :hash", Tuple.class)
                .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
                .setParameter("promotion", promotion)
                .setParameter("hash", hash)
                .getSingleResult()
                .get(0, byte[].class);
    }

    @Override
    public Optional<byte[]> normalised(String promotion, long revision) {
        return Optional.ofNullable(session()
                        .createNativeQuery(
                                "SELECT content FROM revision_content WHERE promotion = :promotion AND number = :number",
                                Tuple.class)
                        .setParameter("promotion", promotion)
                        .setParameter("number", revision)
                        .getSingleResultOrNull())
                .map(row -> row.get(0, byte[].class));
    }

    @Override
    public void keepOnly(String promotion, Collection<Long> revisions, Collection<String> snapshots) {
        session()
                .createNativeMutationQuery(
                        "DELETE FROM revision_content WHERE promotion = :promotion AND NOT (number = ANY(:kept))")
                .setParameter("promotion", promotion)
                .setParameter("kept", revisions.toArray(Long[]::new))
                .executeUpdate();
        session()
                .createNativeMutationQuery(
                        "DELETE FROM snapshot WHERE promotion = :promotion AND NOT (hash = ANY(:kept))")
                .setParameter("promotion", promotion)
                .setParameter("kept", snapshots.toArray(String[]::new))
                .executeUpdate();
    }

    private Session session() {
        return entities.unwrap(Session.class);
    }
}
