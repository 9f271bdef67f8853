package io.sternway.promotion.domain.rollback;

import io.sternway.vocabulary.RollbackResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The conditions of a rollback's record (X5), after Kubernetes' conventions: InProgress, and Succeeded once it has ended.
 *
 * @param type InProgress or Succeeded
 * @param status True or False
 * @param reason CamelCase
 * @param message for people
 * @param lastTransitionTime when the status last changed
 */
public record RollbackCondition(String type, String status, String reason, String message, Instant lastTransitionTime) {

    /** The conditions of a rollback as it is now. */
    public static List<RollbackCondition> of(Rollback rollback) {
        List<RollbackCondition> conditions = new ArrayList<>();
        RollbackResult result = rollback.result();
        Instant completed = rollback.completedAt();
        if (result == null || completed == null) {
            boolean triggered = !rollback.clusters().isEmpty();
            conditions.add(new RollbackCondition(
                    "InProgress",
                    "True",
                    triggered ? "DeploymentTriggered" : "DeploymentTriggering",
                    rollback.message(),
                    rollback.startedAt()));
            return conditions;
        }
        String words = "The rollback of stage " + rollback.stage() + " to revision " + rollback.to() + " ended: "
                + result + ".";
        boolean succeeded = result == RollbackResult.Succeeded;
        conditions.add(new RollbackCondition("InProgress", "False", "Completed", words, completed));
        conditions.add(
                new RollbackCondition("Succeeded", succeeded ? "True" : "False", result.name(), words, completed));
        return conditions;
    }
}
