package io.sternway.promotion.persistence;

import io.sternway.promotion.app.DueTimes;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;

/** Due times in Postgres: the column {@code next_due_at} beside the state that it belongs to. */
@ApplicationScoped
class PanacheDueTimes implements DueTimes {

    private final EntityManager entities;
    private final DueNotices notices;

    PanacheDueTimes(EntityManager entities, DueNotices notices) {
        this.entities = entities;
        this.notices = notices;
    }

    @Override
    public int makeDue(Collection<String> keys) {
        if (keys.isEmpty()) {
            return 0;
        }
        // Locked before they are looked at: who decides one of them now may be about to say that nothing is due.
        PromotionLocks.lock(session(), keys);
        int made = session()
                .createNativeMutationQuery("UPDATE promotion SET next_due_at = clock_timestamp() WHERE promotion ="
                        + " ANY(:keys) AND (next_due_at IS NULL OR next_due_at > clock_timestamp())")
                .setParameter("keys", keys.toArray(String[]::new))
                .executeUpdate();
        if (made > 0) {
            notices.dueNow();
        }
        return made;
    }

    @Override
    public boolean fanOut(int batch) {
        Tuple pending = session()
                .createNativeQuery(
                        "SELECT source, fan_out_after FROM inventory WHERE fan_out_after IS NOT NULL ORDER BY source LIMIT 1"
                                + " FOR UPDATE SKIP LOCKED",
                        Tuple.class)
                .getSingleResultOrNull();
        if (pending == null) {
            return false;
        }
        List<String> keys = session()
                .createNativeQuery(
                        "SELECT promotion FROM promotion WHERE promotion > :after ORDER BY promotion LIMIT :batch",
                        Tuple.class)
                .setParameter("after", pending.get(1))
                .setParameter("batch", batch)
                .getResultList()
                .stream()
                .map(row -> row.get(0, String.class))
                .toList();
        makeDue(keys);
        session()
                .createNativeMutationQuery("UPDATE inventory SET fan_out_after = :after WHERE source = :source")
                .setParameter("after", keys.size() < batch ? null : keys.get(keys.size() - 1), String.class)
                .setParameter("source", pending.get(0))
                .executeUpdate();
        return true;
    }

    @Override
    public void park(String key, Duration wait) {
        session()
                .createNativeMutationQuery(
                        "UPDATE promotion SET next_due_at = clock_timestamp() + :seconds * interval '1 second',"
                                + " failed_attempts = failed_attempts + 1 WHERE promotion = :key AND next_due_at <="
                                + " clock_timestamp()")
                .setParameter("seconds", wait.toSeconds())
                .setParameter("key", key)
                .executeUpdate();
    }

    @Override
    public Optional<Long> earliest() {
        Double seconds = session()
                .createNativeQuery(
                        "SELECT CAST(extract(epoch FROM min(next_due_at) - clock_timestamp()) AS float8) FROM promotion",
                        Tuple.class)
                .getSingleResult()
                .get(0, Double.class);
        return Optional.ofNullable(seconds).map(s -> (long) Math.ceil(s * 1000));
    }

    private Session session() {
        return entities.unwrap(Session.class);
    }
}
