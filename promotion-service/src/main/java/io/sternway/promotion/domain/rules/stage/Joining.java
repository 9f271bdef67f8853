package io.sternway.promotion.domain.rules.stage;

import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.Inventory;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.Why;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.Situation.Owner;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Clusters that join, return, replace another or change their stage get the stage's stable revision when no run is active
 * there (R6); never a quarantined one (R5).
 *
 * @param cluster which
 * @param stage its stage
 * @param labels its labels
 * @param revision what it gets or, if it gets nothing, what stands against it is about
 * @param refusal why it gets nothing; absent if it gets the revision
 */
public record Joining(
        String cluster,
        String stage,
        Map<String, String> labels,
        long revision,
        @Nullable Why refusal) {

    /** All of them, in the order of the stages. */
    public static List<Joining> of(Situation situation, Inventory inventory) {
        List<Joining> joining = new ArrayList<>();
        for (String cluster :
                Membership.matched(situation.settings(), inventory).keySet()) {
            Map<String, String> labels = Membership.labels(inventory, cluster);
            String stage = Membership.stageOf(situation, cluster, labels);
            Long stable = stage == null ? null : situation.stage(stage).stable();
            if (stage == null || stable == null || active(situation, stage)) {
                continue;
            }
            Long revision = RollbackRevisions.forJoining(situation.stage(stage), situation.revisions())
                    .orElse(null);
            Target target = situation.target(cluster);
            if (target == null || !(settled(situation, target, stage, revision) || bound(situation, target))) {
                joining.add(of(situation, cluster, stage, labels, stable, revision));
            }
        }
        return joining;
    }

    private static Joining of(
            Situation situation,
            String cluster,
            String stage,
            Map<String, String> labels,
            long stable,
            @Nullable Long revision) {
        if (revision == null) {
            String why = "is quarantined, and no other succeeded there";
            return refused(cluster, stage, labels, stable, AuditReason.Quarantined, why);
        }
        Set<String> missing = situation.revision(revision).snapshot(stage).missing(labels);
        if (!missing.isEmpty()) {
            String why = "names the label " + String.join(", ", missing) + ", which it does not have";
            return refused(cluster, stage, labels, revision, AuditReason.UnresolvedPlaceholder, why);
        }
        return new Joining(cluster, stage, labels, revision, null);
    }

    private static Joining refused(
            String cluster, String stage, Map<String, String> labels, long revision, AuditReason reason, String why) {
        String message = "Cluster " + cluster + " joined stage " + stage + " but gets nothing: revision " + revision
                + " " + why + ".";
        return new Joining(cluster, stage, labels, revision, Why.of(reason, message));
    }

    /** It is in its stage, and gets what it is to hold there without having to join. */
    private static boolean settled(Situation situation, Target target, String stage, @Nullable Long revision) {
        return target.desired().purpose() != Purpose.Release
                && target.stage().equals(stage)
                && (Long.valueOf(target.desired().revision()).equals(revision)
                        || !(stranded(situation, target) || leftOut(situation, target)));
    }

    /** It joined and never came to hold a revision that was quarantined since: it is not brought there any more (R5). */
    private static boolean stranded(Situation situation, Target target) {
        return target.desired().purpose() == Purpose.Join
                && situation.revision(target.desired().revision()).quarantine() != null
                && (target.owed() || target.stopped());
    }

    /** It was taken out of its stage's run before its wave, and has come back. */
    private static boolean leftOut(Situation situation, Target target) {
        StageRun part = situation.owner(target.stage()).map(Owner::part).orElse(null);
        return part != null
                && part.startedAt() != null
                && target.desired().dispatchedAt().isBefore(part.startedAt())
                && !part.members().contains(target.cluster());
    }

    /** Its stage is not done with it: something is being brought there, or put back. */
    private static boolean bound(Situation situation, Target target) {
        return situation
                .owner(target.stage())
                .map(Owner::part)
                .filter(part -> part.phase() == StagePhase.RollingBack
                        || (part.phase().active() && part.members().contains(target.cluster())))
                .isPresent();
    }

    /** A run is bringing something there, putting something back, or about to start: its turn has come. */
    private static boolean active(Situation situation, String stage) {
        boolean busy = situation
                .owner(stage)
                .filter(owner -> owner.part().phase().busy())
                .isPresent();
        Run run = situation.run(situation.newestRun());
        return busy
                || (run != null
                        && run.inFlight()
                        && run.failedStage() == null
                        && run.next()
                                .filter(part -> part.stage().equals(stage) && part.phase() == StagePhase.Pending)
                                .isPresent());
    }
}
