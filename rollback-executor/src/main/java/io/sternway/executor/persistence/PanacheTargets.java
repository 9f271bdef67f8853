package io.sternway.executor.persistence;

import io.sternway.executor.app.Targets;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.store.AfterCommit;
import io.sternway.messaging.store.DatabaseClock;
import io.sternway.vocabulary.DeploymentReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Tuple;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Rows of targets in Postgres. */
@ApplicationScoped
public class PanacheTargets implements Targets {
    private static final Logger LOG = Logger.getLogger(PanacheTargets.class);

    /** Each cluster's first due targets, then its second ones, and so on: no cluster waits for another's queue. */
    private static final String CLAIM = """
        with slots as (
            select * from unnest(cast(:clusters as text[]), cast(:free as int[])) as s (cluster, free)
        ), due as (
            select t.key, t.cluster, t.due_at,
                   row_number() over (partition by t.cluster order by t.due_at, t.key) as place
            from target t
            where t.due_at <= now() and t.set_aside is null
              and (t.lease_owner is null or t.lease_until + :grace * interval '1 millisecond' < now())
        ), picked as (
            select due.key from due left join slots on slots.cluster = due.cluster
            where due.place <= coalesce(slots.free, :perCluster)
            order by due.place, due.due_at limit :most
        ), taken as (
            select t.key, t.lease_owner is not null as taken_over from target t
            where t.key in (select key from picked) and t.due_at <= now() and t.set_aside is null
              and (t.lease_owner is null or t.lease_until + :grace * interval '1 millisecond' < now())
            for update of t skip locked
        )
        update target t
        set lease_owner = :worker, lease_until = now() + :lease * interval '1 millisecond'
        from taken where t.key = taken.key
        returning t.project, t.promotion, t.cluster, cast(t.state as text) as state, taken.taken_over as taken_over
        """;

    private static final String NEXT_DUE = """
        select cast(extract(epoch from min(greatest(due_at, coalesce(lease_until + :grace * interval '1 millisecond',
                                                                     due_at))) - clock_timestamp()) * 1000 as float8)
        from target where due_at is not null and set_aside is null
        """;

    private static final String RENEW = """
        update target set lease_until = now() + :lease * interval '1 millisecond'
        where key = any(cast(:keys as text[])) and starts_with(lease_owner, :worker)
        returning project, promotion, cluster, epoch, stop_reason is not null as to_stop
        """;

    private final EntityManager entities;
    private final DatabaseClock clock;
    private final AfterCommit<TargetKey> afterCommit;

    PanacheTargets(
            EntityManager entities,
            DatabaseClock clock,
            TransactionSynchronizationRegistry transactions,
            Instance<WakeUps> wakeUps) {
        this.entities = entities;
        this.clock = clock;
        this.afterCommit = new AfterCommit<>(transactions, keys -> wakeUps.get().ring(keys));
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public Optional<Stored> lock(TargetKey key) {
        TargetRow row = entities.find(TargetRow.class, key.toString(), LockModeType.PESSIMISTIC_WRITE);
        if (row == null) {
            return Optional.empty();
        }
        return Optional.of(new Stored(TargetJson.read(row.state), row.leaseOwner));
    }

    @Override
    public Locked lockAll(Collection<TargetKey> keys) {
        List<TargetRow> rows = TargetRow.<TargetRow>find("key in ?1 order by key", List.of(texts(keys)))
                .withLock(LockModeType.PESSIMISTIC_WRITE)
                .list();
        Map<TargetKey, Stored> stored = new LinkedHashMap<>();
        Map<TargetKey, Unreadable> unreadable = new LinkedHashMap<>();
        for (TargetRow row : rows) {
            TargetKey key = new TargetKey(row.project, row.promotion, row.cluster);
            try {
                stored.put(key, new Stored(TargetJson.read(row.state), row.leaseOwner));
            } catch (IllegalStateException e) {
                setAsideUnreadable(key, e);
                unreadable.put(key, new Unreadable(row.epoch, row.sequence));
            }
        }
        return new Locked(stored, unreadable);
    }

    @Override
    public void save(Target target) {
        TargetRow row = entities.find(TargetRow.class, target.key().toString());
        if (row == null) {
            row = new TargetRow();
            row.key = target.key().toString();
            row.project = target.key().project();
            row.promotion = target.key().promotion();
            row.cluster = target.key().cluster();
            fill(row, target);
            row.persist();
        } else {
            fill(row, target);
        }
    }

    @Override
    public void announce(Collection<TargetKey> keys) {
        afterCommit.accept(new LinkedHashSet<>(keys));
    }

    private static String[] texts(Collection<TargetKey> keys) {
        return keys.stream().map(TargetKey::toString).sorted().toArray(String[]::new);
    }

    @Override
    public void unlease(TargetKey key) {
        entities.createNativeQuery("update target set lease_owner = null, lease_until = null where key = :key")
                .setParameter("key", key.toString())
                .executeUpdate();
    }

    /** Names only: a row that is loaded before it is locked would be saved as it was then. */
    @Override
    public List<TargetKey> waitingFor(String project, String promotion, String snapshot) {
        return entities
                .createQuery(
                        "select cluster from TargetRow where project = ?1 and promotion = ?2 and snapshot = ?3"
                                + " and reason = ?4 and dueAt is not null order by key",
                        String.class)
                .setParameter(1, project)
                .setParameter(2, promotion)
                .setParameter(3, snapshot)
                .setParameter(4, DeploymentReason.SnapshotUnknown.name())
                .getResultList()
                .stream()
                .map(cluster -> new TargetKey(project, promotion, cluster))
                .toList();
    }

    @Override
    public boolean uses(String project, String promotion, String snapshot) {
        return TargetRow.count(
                        "project = ?1 and promotion = ?2 and snapshot = ?3 and dueAt is not null",
                        project,
                        promotion,
                        snapshot)
                > 0;
    }

    @Override
    public List<Claim> claim(
            String worker, Duration lease, Duration grace, Map<String, Integer> free, int perCluster, int most) {
        List<Map.Entry<String, Integer>> slots = List.copyOf(free.entrySet());
        List<Tuple> rows = tuples(entities.createNativeQuery(CLAIM, Tuple.class)
                .setParameter("clusters", slots.stream().map(Map.Entry::getKey).toArray(String[]::new))
                .setParameter("free", slots.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
                .setParameter("grace", grace.toMillis())
                .setParameter("perCluster", perCluster)
                .setParameter("most", most)
                .setParameter("worker", worker)
                .setParameter("lease", lease.toMillis())
                .getResultList());
        return rows.stream().flatMap(row -> claim(row).stream()).toList();
    }

    private Optional<Claim> claim(Tuple row) {
        try {
            return Optional.of(
                    new Claim(TargetJson.read(row.get("state", String.class)), row.get("taken_over", Boolean.class)));
        } catch (IllegalStateException e) {
            setAsideUnreadable(key(row), e);
            return Optional.empty();
        }
    }

    private void setAsideUnreadable(TargetKey key, IllegalStateException why) {
        LOG.errorf(why, "target is set aside, its row cannot be read: target=%s", key);
        setAside(key, "RowUnreadable");
    }

    private static TargetKey key(Tuple row) {
        return new TargetKey(
                row.get("project", String.class), row.get("promotion", String.class), row.get("cluster", String.class));
    }

    @Override
    public void setAside(TargetKey key, String reason) {
        entities.createNativeQuery("update target set set_aside = :reason, lease_owner = null, lease_until = null"
                        + " where key = :key")
                .setParameter("reason", reason)
                .setParameter("key", key.toString())
                .executeUpdate();
    }

    @Override
    public List<Renewal> renew(String worker, Collection<TargetKey> keys, Duration lease) {
        List<Tuple> rows = tuples(entities.createNativeQuery(RENEW, Tuple.class)
                .setParameter("lease", lease.toMillis())
                .setParameter("keys", texts(keys))
                .setParameter("worker", worker + ":")
                .getResultList());
        return rows.stream()
                .map(row -> new Renewal(key(row), row.get("epoch", Long.class), row.get("to_stop", Boolean.class)))
                .toList();
    }

    @Override
    public Optional<Duration> untilNextDue(Duration grace) {
        List<Tuple> rows = tuples(entities.createNativeQuery(NEXT_DUE, Tuple.class)
                .setParameter("grace", grace.toMillis())
                .getResultList());
        return Optional.ofNullable(rows.get(0).get(0, Double.class))
                .map(millis -> Duration.ofMillis(Math.round(millis)));
    }

    private static void fill(TargetRow row, Target target) {
        row.epoch = target.epoch();
        row.purpose = TargetJson.purpose(target.assignment());
        row.revision = target.assignment().revision();
        row.snapshot = target.assignment().snapshot();
        row.outcome = TargetJson.constant(target.outcome());
        row.reason = target.reason();
        row.stopReason = target.stopReason();
        row.sequence = target.sequence();
        row.dueAt = target.dueAt();
        row.setAside = null;
        row.state = TargetJson.write(target);
    }

    @SuppressWarnings("unchecked") // asked for as Tuple.class
    private static List<Tuple> tuples(List<?> rows) {
        return (List<Tuple>) rows;
    }
}
