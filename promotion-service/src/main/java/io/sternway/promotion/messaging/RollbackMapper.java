package io.sternway.promotion.messaging;

import io.sternway.events.RollbackRecord;
import io.sternway.events.RollbackRecord.Condition;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.vocabulary.RollbackResult;
import java.util.ArrayList;
import java.util.List;

/** A rollback as other systems see it, with its conditions (X5). */
final class RollbackMapper {

    private RollbackMapper() {}

    /** The record of a rollback as it is now. */
    static RollbackRecord map(PromotionRef ref, Rollback rollback) {
        return new RollbackRecord(
                rollback.id(),
                ref.project(),
                ref.name(),
                rollback.stage(),
                ref.runId(rollback.run()),
                rollback.from(),
                rollback.to(),
                rollback.reason(),
                rollback.message(),
                rollback.initiatedBy(),
                rollback.attempts(),
                rollback.startedAt(),
                rollback.completedAt(),
                conditions(rollback),
                rollback.result(),
                rollback.clusters().entrySet().stream()
                        .map(entry -> cluster(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static RollbackRecord.ClusterResult cluster(String name, Rollback.ClusterResult cluster) {
        return new RollbackRecord.ClusterResult(
                name,
                cluster.epoch(),
                cluster.state(),
                cluster.attempts(),
                cluster.duration(),
                cluster.reason(),
                cluster.message());
    }

    private static List<Condition> conditions(Rollback rollback) {
        List<Condition> conditions = new ArrayList<>();
        if (rollback.result() == null || rollback.completedAt() == null) {
            boolean triggered = rollback.clusters().values().stream().anyMatch(cluster -> cluster.attempts() > 0);
            conditions.add(new Condition(
                    "InProgress",
                    "True",
                    triggered ? "DeploymentTriggered" : "DeploymentTriggering",
                    "Revision " + rollback.to() + " is being restored.",
                    rollback.startedAt()));
            return conditions;
        }
        String result = rollback.result().name();
        boolean succeeded = rollback.result() == RollbackResult.Succeeded;
        conditions.add(new Condition("InProgress", "False", result, "The rollback has ended.", rollback.completedAt()));
        conditions.add(new Condition(
                "Succeeded",
                succeeded ? "True" : "False",
                result,
                succeeded
                        ? "Every cluster is restored to revision " + rollback.to() + "."
                        : "Not every cluster is restored to revision " + rollback.to() + ".",
                rollback.completedAt()));
        return conditions;
    }
}
