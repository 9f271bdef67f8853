package io.sternway.promotion.persistence;

import io.sternway.promotion.app.PromotionPhase;
import io.sternway.promotion.app.PromotionReads;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.persistence.PromotionRows.Head;
import io.sternway.promotion.persistence.PromotionRows.Parts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;

/** Promotions in Postgres, to be looked at. */
@ApplicationScoped
class PanachePromotionReads implements PromotionReads {

    private static final int HISTORY = 100;

    private final EntityManager entities;

    PanachePromotionReads(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public List<Line> page(Filter filter, String afterKey, int limit) {
        List<PromotionEntity> rows = session()
                .createSelectionQuery(
                        "from PromotionEntity where promotion > :after and (:project is null or project = :project)"
                                + " and (:phase is null or phase = :phase) order by promotion",
                        PromotionEntity.class)
                .setParameter("after", afterKey)
                .setParameter("project", filter.project())
                .setParameter("phase", filter.phase())
                .setMaxResults(limit)
                .setReadOnly(true)
                .getResultList();
        Map<String, Map<Long, RunEntity>> runs = keptRuns(rows);
        return rows.stream()
                .map(row -> line(row, runs.getOrDefault(row.promotion, Map.of())))
                .toList();
    }

    private static Line line(PromotionEntity row, Map<Long, RunEntity> runs) {
        Head head = StateJson.read(row.state, Head.class);
        RunEntity newest = runs.get(head.newestRun());
        return new Line(
                row.promotion,
                row.project,
                row.name,
                row.phase,
                row.generation,
                head.newestRevision(),
                newest == null ? null : StateJson.read(newest.state, Run.class),
                row.updatedAt);
    }

    private Map<String, Map<Long, RunEntity>> keptRuns(List<PromotionEntity> rows) {
        List<String> keys = rows.stream().map(row -> row.promotion).toList();
        Map<String, Map<Long, RunEntity>> runs = new HashMap<>();
        list(RunEntity.class, "promotion in ?1 and kept", keys, "number")
                .forEach(run -> runs.computeIfAbsent(run.promotion, key -> new HashMap<>())
                        .put(run.number, run));
        return runs;
    }

    @Override
    public Optional<Whole> find(String key) {
        PromotionEntity row = entities.find(PromotionEntity.class, key);
        if (row == null) {
            return Optional.empty();
        }
        Promotion promotion = PromotionRows.promotion(
                row,
                new Parts(
                        list(RevisionEntity.class, "promotion = ?1 and kept", key, "number"),
                        list(RunEntity.class, "promotion = ?1 and kept", key, "number"),
                        list(StageEntity.class, "promotion = ?1", key, "stage"),
                        list(TargetEntity.class, "promotion = ?1", key, "cluster"),
                        list(RollbackEntity.class, "promotion = ?1 and kept", key, "rollback")));
        List<RevisionEntity> revisions = newest(RevisionEntity.class, key, "number");
        return Optional.of(new Whole(
                promotion,
                row.phase,
                row.auditSequence,
                row.nextDueAt,
                row.failedAttempts,
                row.updatedAt,
                revisions.stream()
                        .map(r -> StateJson.read(r.state, Revision.class))
                        .toList(),
                revisions.stream().filter(r -> !r.kept).map(r -> r.number).toList(),
                newest(RunEntity.class, key, "number").stream()
                        .map(r -> StateJson.read(r.state, Run.class))
                        .toList(),
                newest(RollbackEntity.class, key, "startedAt").stream()
                        .map(r -> StateJson.read(r.state, Rollback.class))
                        .toList()));
    }

    @Override
    public Map<String, Long> phases() {
        Map<String, Long> phases = new TreeMap<>();
        PromotionPhase.words().forEach(phase -> phases.put(phase, 0L));
        session()
                .createSelectionQuery("select phase, count(*) from PromotionEntity group by phase", Object[].class)
                .getResultList()
                .forEach(row -> phases.put((String) row[0], (Long) row[1]));
        return phases;
    }

    /** What history shows, however long it is. */
    private <E> List<E> newest(Class<E> type, String key, String by) {
        return select(type, "promotion = ?1", key, by + " desc")
                .setMaxResults(HISTORY)
                .getResultList();
    }

    private <E> List<E> list(Class<E> type, String where, Object parameter, String order) {
        return select(type, where, parameter, order).getResultList();
    }

    private <E> SelectionQuery<E> select(Class<E> type, String where, Object parameter, String order) {
        return session()
                .createSelectionQuery("from " + type.getSimpleName() + " where " + where + " order by " + order, type)
                .setParameter(1, parameter)
                .setReadOnly(true);
    }

    private Session session() {
        return entities.unwrap(Session.class);
    }
}
