package io.sternway.promotion.persistence;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Between the rows of a promotion and the domain's record of it. */
final class PromotionRows {

    private PromotionRows() {}

    /** What lies in the promotion row's {@code state}. */
    record Head(long newestRevision, long newestRun, Set<String> snapshots, Set<String> noticed) {

        static Head of(Promotion promotion) {
            return new Head(
                    promotion.newestRevision(), promotion.newestRun(), promotion.snapshots(), promotion.noticed());
        }
    }

    /** The rows of one promotion that a decision needs. */
    record Parts(
            List<RevisionEntity> revisions,
            List<RunEntity> runs,
            List<StageEntity> stages,
            List<TargetEntity> targets,
            List<RollbackEntity> rollbacks) {}

    static Promotion promotion(PromotionEntity row, Parts parts) {
        Head head = StateJson.read(row.state, Head.class);
        TreeMap<Long, Revision> revisions = new TreeMap<>();
        parts.revisions().forEach(r -> revisions.put(r.number, StateJson.read(r.state, Revision.class)));
        TreeMap<Long, Run> runs = new TreeMap<>();
        parts.runs().forEach(r -> runs.put(r.number, StateJson.read(r.state, Run.class)));
        Map<String, Stage> stages = new TreeMap<>();
        parts.stages().forEach(s -> stages.put(s.stage, StateJson.read(s.state, Stage.class)));
        Map<String, Target> targets = new HashMap<>();
        parts.targets().forEach(t -> targets.put(t.cluster, StateJson.read(t.state, Target.class)));
        Map<String, Rollback> rollbacks = new HashMap<>();
        parts.rollbacks().forEach(r -> rollbacks.put(r.rollback, StateJson.read(r.state, Rollback.class)));
        return new Promotion(
                new PromotionRef(row.project, row.name),
                row.generation,
                StateJson.read(row.settings, Settings.class),
                head.newestRevision(),
                head.newestRun(),
                row.createdAt,
                revisions,
                runs,
                stages,
                targets,
                rollbacks,
                head.snapshots(),
                head.noticed());
    }

    static RevisionEntity row(String promotion, Revision revision) {
        RevisionEntity row = new RevisionEntity();
        row.promotion = promotion;
        row.number = revision.number();
        row.kept = true;
        row.createdAt = revision.createdAt();
        row.state = StateJson.write(revision);
        return row;
    }

    static RunEntity row(String promotion, Run run) {
        RunEntity row = new RunEntity();
        row.promotion = promotion;
        row.number = run.number();
        row.kept = true;
        row.startedAt = run.startedAt();
        row.state = StateJson.write(run);
        return row;
    }

    static StageEntity row(String promotion, Stage stage) {
        StageEntity row = new StageEntity();
        row.promotion = promotion;
        row.stage = stage.name();
        row.state = StateJson.write(stage);
        return row;
    }

    static TargetEntity row(String promotion, Target target) {
        TargetEntity row = new TargetEntity();
        row.promotion = promotion;
        row.cluster = target.cluster();
        fill(row, target);
        return row;
    }

    static void fill(TargetEntity row, Target target) {
        row.stage = target.stage();
        row.healthEpoch = target.health() == null ? 0 : target.health().epoch();
        row.healthTransition = target.health() == null ? 0 : target.health().transition();
        row.state = StateJson.write(target);
    }

    static RollbackEntity row(String promotion, Rollback rollback) {
        RollbackEntity row = new RollbackEntity();
        row.promotion = promotion;
        row.rollback = rollback.id();
        row.stage = rollback.stage();
        row.startedAt = rollback.startedAt();
        row.kept = true;
        fill(row, rollback);
        return row;
    }

    static void fill(RollbackEntity row, Rollback rollback) {
        row.inProgress = rollback.inProgress();
        row.state = StateJson.write(rollback);
    }
}
