package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.Situation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which revisions are kept (R27): as many as the limit says, and whatever their age those that a run in the state takes,
 * that are stable in a stage or what it would go back to, that a rollback in the state leaves or restores, and that a
 * cluster holds or is to hold.
 */
public final class KeptRevisions {

    private KeptRevisions() {}

    /** The oldest that may go, as many as there are beyond the limit. */
    public static List<Revision> surplus(Situation situation) {
        int surplus = situation.revisions().size() - situation.settings().revisionHistoryLimit();
        if (surplus <= 0) {
            return List.of();
        }
        Set<Long> needed = needed(situation);
        return situation.revisions().values().stream()
                .filter(r -> !needed.contains(r.number()))
                .limit(surplus)
                .toList();
    }

    private static Set<Long> needed(Situation situation) {
        Set<Long> needed = new HashSet<>();
        for (Run run : situation.runs()) {
            needed.add(run.revision());
        }
        for (Stage stage : situation.stages()) {
            Set<Long> mayFail = new HashSet<>();
            if (stage.stable() != null) {
                needed.add(stage.stable());
                mayFail.add(stage.stable());
            }
            situation.runs().forEach(run -> mayFail.add(run.revision()));
            for (long failed : mayFail) {
                RollbackRevisions.of(stage, failed, situation.revisions()).ifPresent(needed::add);
            }
        }
        for (Rollback rollback : situation.rollbacks()) {
            needed.add(rollback.from());
            needed.add(rollback.to());
        }
        for (Target target : situation.targets()) {
            needed.add(target.desired().revision());
            DeploymentFact deployment = target.deployment();
            if (deployment != null && deployment.heldRevision() != null) {
                needed.add(deployment.heldRevision());
            }
        }
        return needed;
    }
}
