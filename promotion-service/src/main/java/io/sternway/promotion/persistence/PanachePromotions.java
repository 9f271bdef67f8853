package io.sternway.promotion.persistence;

import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.store.DatabaseClock;
import io.sternway.promotion.app.Promotions;
import io.sternway.promotion.app.UnreadableStateException;
import io.sternway.promotion.config.PromotionConfig;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.persistence.PromotionRows.Head;
import io.sternway.promotion.persistence.PromotionRows.Parts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.Session;
import org.jboss.logging.Logger;

/** Promotions in Postgres. A part is written only if the domain changed it; inserts and updates go in batches. */
@ApplicationScoped
class PanachePromotions implements Promotions {

    private static final Logger LOG = Logger.getLogger(PanachePromotions.class);

    private final EntityManager entities;
    private final DatabaseClock clock;
    private final DueNotices notices;
    private final PromotionConfig.Timer config;
    private final OnceAMinute once = new OnceAMinute();

    PanachePromotions(EntityManager entities, DatabaseClock clock, DueNotices notices, PromotionConfig config) {
        this.entities = entities;
        this.clock = clock;
        this.notices = notices;
        this.config = config.timer();
    }

    @Override
    public Map<String, Stored> lock(Collection<String> keys) {
        return lock(keys, (row, e) -> {
            throw e;
        });
    }

    @Override
    public Map<String, Stored> lockReadable(Collection<String> keys, Consumer<String> unreadable) {
        return lock(keys, (row, e) -> {
            complain(row, e);
            unreadable.accept(row.promotion);
        });
    }

    private Map<String, Stored> lock(
            Collection<String> keys, BiConsumer<PromotionEntity, UnreadableStateException> unreadable) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        List<PromotionEntity> rows = session()
                .createNativeQuery(
                        "SELECT * FROM promotion WHERE promotion = ANY(:keys) ORDER BY promotion FOR UPDATE",
                        PromotionEntity.class)
                .setParameter("keys", new TreeSet<>(keys).toArray(String[]::new))
                .getResultList();
        return load(rows, unreadable);
    }

    @Override
    public void lockOnly(Collection<String> keys) {
        PromotionLocks.lock(session(), keys);
    }

    @Override
    public List<Stored> lockDue(int limit, Consumer<String> unreadable) {
        List<PromotionEntity> due = session()
                .createNativeQuery(
                        "SELECT * FROM promotion WHERE next_due_at <= clock_timestamp() ORDER BY next_due_at LIMIT :limit"
                                + " FOR UPDATE SKIP LOCKED",
                        PromotionEntity.class)
                .setParameter("limit", limit)
                .getResultList();
        return List.copyOf(load(due, (row, e) -> {
                    complain(row, e);
                    row.failedAttempts++;
                    row.nextDueAt = now().plus(config.parkedAtMost());
                    unreadable.accept(row.promotion);
                })
                .values());
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public void create(Promotion state, Instant now) {
        PromotionEntity row = new PromotionEntity();
        row.promotion = state.ref().key();
        row.project = state.ref().project();
        row.name = state.ref().name();
        row.phase = "Pending";
        row.settings = StateJson.write(state.settings());
        row.state = StateJson.write(Head.of(state));
        row.createdAt = state.createdAt();
        row.updatedAt = now;
        row.persistAndFlush();
    }

    @Override
    public void save(Stored before, Promotion after, Bookkeeping bookkeeping) {
        String key = before.key();
        Promotion was = before.state();
        PromotionEntity row = find(PromotionEntity.class, key);
        Instant dueBefore = row.nextDueAt;
        row.generation = after.generation();
        row.auditSequence = bookkeeping.auditSequence();
        row.nextDueAt = bookkeeping.nextDueAt();
        row.phase = bookkeeping.phase();
        row.waitsForReport = bookkeeping.waitsForReport();
        row.failedAttempts = 0;
        row.updatedAt = bookkeeping.now();
        if (!was.settings().equals(after.settings())) {
            row.settings = StateJson.write(after.settings());
        }
        if (!Head.of(was).equals(Head.of(after))) {
            row.state = StateJson.write(Head.of(after));
        }
        each(was.revisions(), after.revisions(), part -> PromotionRows.row(key, part), (number, part) -> {
            RevisionEntity stored = find(RevisionEntity.class, new RevisionEntity.Key(key, number));
            stored.kept = part.isPresent();
            part.ifPresent(revision -> stored.state = StateJson.write(revision));
        });
        each(was.runs(), after.runs(), part -> PromotionRows.row(key, part), (number, part) -> {
            RunEntity stored = find(RunEntity.class, new RunEntity.Key(key, number));
            stored.kept = part.isPresent();
            part.ifPresent(run -> stored.state = StateJson.write(run));
        });
        each(was.stages(), after.stages(), part -> PromotionRows.row(key, part), (name, part) -> {
            StageEntity stored = find(StageEntity.class, new StageEntity.Key(key, name));
            part.ifPresentOrElse(stage -> stored.state = StateJson.write(stage), stored::delete);
        });
        each(was.targets(), after.targets(), part -> PromotionRows.row(key, part), (cluster, part) -> {
            TargetEntity stored = find(TargetEntity.class, new TargetEntity.Key(key, cluster));
            part.ifPresentOrElse(target -> PromotionRows.fill(stored, target), stored::delete);
        });
        each(was.rollbacks(), after.rollbacks(), part -> PromotionRows.row(key, part), (id, part) -> {
            RollbackEntity stored = find(RollbackEntity.class, new RollbackEntity.Key(key, id));
            stored.kept = part.isPresent();
            part.ifPresent(rollback -> PromotionRows.fill(stored, rollback));
        });
        notices.due(dueBefore, bookkeeping.nextDueAt(), bookkeeping.now());
    }

    @Override
    public void keepHistory(Stored before, List<Run> runs, List<Rollback> rollbacks) {
        if (runs.isEmpty() && rollbacks.isEmpty()) {
            return;
        }
        for (Run run : runs) {
            RunEntity row = entities.find(RunEntity.class, new RunEntity.Key(before.key(), run.number()));
            if (row == null) {
                row = PromotionRows.row(before.key(), run);
                entities.persist(row);
            }
            row.kept = false;
            row.state = StateJson.write(run);
        }
        for (Rollback rollback : rollbacks) {
            RollbackEntity row =
                    entities.find(RollbackEntity.class, new RollbackEntity.Key(before.key(), rollback.id()));
            if (row == null) {
                row = PromotionRows.row(before.key(), rollback);
                entities.persist(row);
            }
            row.kept = false;
            PromotionRows.fill(row, rollback);
        }
    }

    @Override
    public void flush() {
        entities.flush();
    }

    @Override
    public void write() {
        entities.flush();
        entities.clear();
    }

    @Override
    public void saveSequence(Stored before, long auditSequence) {
        find(PromotionEntity.class, before.key()).auditSequence = auditSequence;
    }

    @Override
    public void park(Stored before, Promotion merged, long auditSequence, Instant until, Instant now) {
        PromotionEntity row = find(PromotionEntity.class, before.key());
        save(before, merged, new Bookkeeping(auditSequence, until, row.phase, false, now));
        row.failedAttempts = before.failedAttempts() + 1;
    }

    private void complain(PromotionEntity row, UnreadableStateException e) {
        once.say(row.promotion, () -> LOG.errorf(e, "promotion cannot be read promotion=%s", row.promotion));
    }

    private Map<String, Stored> load(
            List<PromotionEntity> rows, BiConsumer<PromotionEntity, UnreadableStateException> unreadable) {
        if (rows.isEmpty()) {
            return Map.of();
        }
        List<String> keys = rows.stream().map(row -> row.promotion).toList();
        Map<String, List<RevisionEntity>> revisions =
                parts(RevisionEntity.class, "promotion in ?1 and kept", keys, row -> row.promotion);
        Map<String, List<RunEntity>> runs =
                parts(RunEntity.class, "promotion in ?1 and kept", keys, row -> row.promotion);
        Map<String, List<StageEntity>> stages = parts(StageEntity.class, "promotion in ?1", keys, row -> row.promotion);
        Map<String, List<TargetEntity>> targets =
                parts(TargetEntity.class, "promotion in ?1", keys, row -> row.promotion);
        Map<String, List<RollbackEntity>> rollbacks =
                parts(RollbackEntity.class, "promotion in ?1 and kept", keys, row -> row.promotion);
        Map<String, Stored> stored = new LinkedHashMap<>();
        for (PromotionEntity row : rows) {
            Parts parts = new Parts(
                    revisions.getOrDefault(row.promotion, List.of()),
                    runs.getOrDefault(row.promotion, List.of()),
                    stages.getOrDefault(row.promotion, List.of()),
                    targets.getOrDefault(row.promotion, List.of()),
                    rollbacks.getOrDefault(row.promotion, List.of()));
            try {
                Promotion state = PromotionRows.promotion(row, parts);
                stored.put(row.promotion, new Stored(state, row.auditSequence, row.failedAttempts, row.nextDueAt));
            } catch (UnreadableStateException e) {
                unreadable.accept(row, e);
            }
        }
        return stored;
    }

    private <E> Map<String, List<E>> parts(
            Class<E> type, String where, List<String> keys, Function<E, String> promotion) {
        Map<String, List<E>> byPromotion = new HashMap<>();
        session()
                .createSelectionQuery("from " + type.getSimpleName() + " where " + where, type)
                .setParameter(1, keys)
                .getResultList()
                .forEach(row -> byPromotion
                        .computeIfAbsent(promotion.apply(row), key -> new ArrayList<>())
                        .add(row));
        return byPromotion;
    }

    /** Persists parts that are new, and hands over those that changed, or went (empty). */
    private <K, V> void each(
            Map<K, V> was, Map<K, V> after, Function<V, Object> newRow, BiConsumer<K, Optional<V>> changed) {
        after.forEach((key, part) -> {
            V old = was.get(key);
            if (old == null) {
                entities.persist(newRow.apply(part));
            } else if (old != part && !old.equals(part)) {
                changed.accept(key, Optional.of(part));
            }
        });
        was.keySet().stream()
                .filter(key -> !after.containsKey(key))
                .forEach(key -> changed.accept(key, Optional.empty()));
    }

    private <E> E find(Class<E> type, Object key) {
        return Objects.requireNonNull(entities.find(type, key), () -> type.getSimpleName() + " " + key + " is gone");
    }

    private Session session() {
        return entities.unwrap(Session.class);
    }
}
