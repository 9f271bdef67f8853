package io.sternway.promotion.domain.fleet;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Draft.Owner;
import io.sternway.promotion.domain.revision.Track;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.Dispatch;
import io.sternway.promotion.domain.target.Dispatch.Addressee;
import io.sternway.promotion.domain.target.Dispatch.Order;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import io.sternway.settings.StageSettings;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Clusters that join, return, replace another or change their stage get the stage's stable revision when no run is active
 * there (R6); never a quarantined one (R5).
 */
public final class Arrivals {

    /** Noticed: a cluster that joined and can have nothing. */
    private static final String UNABLE = "unable:";

    private Arrivals() {}

    /** Dispatches to those that arrived. */
    public static void join(Draft draft, Inventory inventory) {
        Map<String, List<Addressee>> joining = new LinkedHashMap<>();
        Membership.matched(draft.settings(), inventory).keySet().forEach(cluster -> {
            Map<String, String> labels = Membership.labels(inventory, cluster);
            String stage = Membership.stageOf(draft, cluster, labels);
            if (stage == null || active(draft, stage)) {
                return;
            }
            Long revision = revision(draft, stage);
            Target target = draft.target(cluster);
            if (target != null && (settled(draft, target, stage, revision) || bound(draft, target))) {
                return;
            }
            if (mayHave(draft, cluster, labels, stage, revision)) {
                joining.computeIfAbsent(stage, s -> new ArrayList<>())
                        .add(Addressee.first(cluster, labels, draft.now()));
            }
        });
        joining.forEach((stage, addressees) -> dispatch(draft, stage, addressees));
    }

    private static @Nullable Long revision(Draft draft, String stage) {
        return Track.forJoining(draft.stage(stage), draft.revisions()).orElse(null);
    }

    /** It is in its stage, and gets what it is to hold there without having to join. */
    private static boolean settled(Draft draft, Target target, String stage, @Nullable Long revision) {
        return target.desired().purpose() != Purpose.Release
                && target.stage().equals(stage)
                && (Long.valueOf(target.desired().revision()).equals(revision)
                        || !(stranded(draft, target) || leftOut(draft, target)));
    }

    /** It joined and never came to hold a revision that was quarantined since: it is not brought there any more (R5). */
    private static boolean stranded(Draft draft, Target target) {
        return target.desired().purpose() == Purpose.Join
                && draft.revision(target.desired().revision()).quarantine() != null
                && (target.owed() || target.stopped());
    }

    /** It was taken out of its stage's run before its wave, and has come back. */
    private static boolean leftOut(Draft draft, Target target) {
        StageRun part = draft.owner(target.stage()).map(Owner::part).orElse(null);
        return part != null
                && part.startedAt() != null
                && target.desired().dispatchedAt().isBefore(part.startedAt())
                && !part.members().contains(target.cluster());
    }

    /** Its stage is not done with it: something is being brought there, or put back. */
    private static boolean bound(Draft draft, Target target) {
        return draft.owner(target.stage())
                .map(Owner::part)
                .filter(part -> part.phase() == StagePhase.RollingBack
                        || (part.phase().active() && part.members().contains(target.cluster())))
                .isPresent();
    }

    private static void dispatch(Draft draft, String stage, List<Addressee> addressees) {
        Long revision = revision(draft, stage);
        StageSettings settings = draft.settings().stage(stage).orElse(null);
        if (revision == null || settings == null) {
            return;
        }
        for (Addressee to : addressees) {
            arrived(draft, to.cluster(), stage, revision);
        }
        Dispatch.send(
                draft, new Order(Purpose.Join, stage, revision, null, null, settings, AuditReason.Joined), addressees);
    }

    private static void arrived(Draft draft, String cluster, String stage, long revision) {
        if (moved(draft, cluster, stage, revision)) {
            return;
        }
        Target before = draft.target(cluster);
        boolean back = before != null && before.desired().purpose() != Purpose.Release;
        draft.audit(
                        AuditType.TargetJoined,
                        AuditKind.target,
                        back ? AuditReason.Returned : AuditReason.Joined,
                        "Cluster " + cluster + (back ? " returned to" : " joined") + " stage " + stage + ".")
                .revision(revision)
                .stage(stage)
                .cluster(cluster)
                .to(stage)
                .record();
    }

    /**
     * A cluster is about to get a revision with a stage: if it was in another one it leaves that, with a record.
     *
     * @return whether it was
     */
    public static boolean moved(Draft draft, String cluster, String stage, long revision) {
        Target before = draft.target(cluster);
        if (before == null
                || before.desired().purpose() == Purpose.Release
                || before.stage().equals(stage)) {
            return false;
        }
        Departures.dropMember(draft, before.stage(), cluster);
        draft.audit(
                        AuditType.TargetMoved,
                        AuditKind.target,
                        AuditReason.Moved,
                        "Cluster " + cluster + " changed to stage " + stage + ".")
                .revision(revision)
                .stage(stage)
                .cluster(cluster)
                .from(before.stage())
                .to(stage)
                .record();
        return true;
    }

    /** A run is bringing something there, putting something back, or about to start: its turn has come. */
    static boolean active(Draft draft, String stage) {
        boolean busy = draft.owner(stage)
                .map(Owner::part)
                .map(StageRun::phase)
                .filter(p -> p.active() || p == StagePhase.RollingBack)
                .isPresent();
        return busy || isNext(draft.run(draft.newestRun()), stage);
    }

    private static boolean isNext(@Nullable Run run, String stage) {
        return run != null
                && run.inFlight()
                && run.failedStage() == null
                && run.stages().stream()
                        .filter(part -> !part.phase().passed())
                        .findFirst()
                        .filter(part -> part.stage().equals(stage) && part.phase() == StagePhase.Pending)
                        .isPresent();
    }

    /** Whether the stage has something for it that it can have; what stands against it is said once. */
    private static boolean mayHave(
            Draft draft, String cluster, Map<String, String> labels, String stage, @Nullable Long revision) {
        Long stable = draft.stage(stage).stable();
        if (stable == null) {
            return false;
        }
        if (revision == null) {
            String why = "is quarantined, and no other succeeded there";
            return refused(draft, cluster, stage, stable, AuditReason.Quarantined, why);
        }
        TreeSet<String> missing =
                new TreeSet<>(draft.revision(revision).snapshot(stage).labels());
        missing.removeAll(labels.keySet());
        if (!missing.isEmpty()) {
            String why = "names the label " + String.join(", ", missing) + ", which it does not have";
            return refused(draft, cluster, stage, revision, AuditReason.UnresolvedPlaceholder, why);
        }
        draft.unnotice(UNABLE + cluster);
        return true;
    }

    private static boolean refused(
            Draft draft, String cluster, String stage, long revision, AuditReason reason, String why) {
        if (draft.notice(UNABLE + cluster)) {
            draft.audit(
                            AuditType.TargetFailed,
                            AuditKind.target,
                            reason,
                            "Cluster " + cluster + " joined stage " + stage + " but gets nothing: revision " + revision
                                    + " " + why + ".")
                    .revision(revision)
                    .stage(stage)
                    .cluster(cluster)
                    .record();
        }
        return false;
    }
}
