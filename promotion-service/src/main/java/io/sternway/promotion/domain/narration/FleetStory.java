package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.Reachability;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said about clusters: that they come to a stage, change it, leave, are reached or not. */
public final class FleetStory {

    private FleetStory() {}

    /**
     * A cluster came into a stage.
     *
     * @param back it was there before
     */
    public static AuditDraft joined(String cluster, String stage, long revision, boolean back) {
        return about(
                        cluster,
                        stage,
                        AuditType.TargetJoined,
                        back ? AuditReason.Returned : AuditReason.Joined,
                        "Cluster " + cluster + (back ? " returned to" : " joined") + " stage " + stage + ".")
                .revision(revision)
                .to(stage);
    }

    /** Its labels put it into another stage. */
    public static AuditDraft moved(String cluster, String from, String to, long revision) {
        return about(
                        cluster,
                        to,
                        AuditType.TargetMoved,
                        AuditReason.Moved,
                        "Cluster " + cluster + " changed to stage " + to + ".")
                .revision(revision)
                .from(from)
                .to(to);
    }

    /** It joined, and there is nothing that it can have. */
    public static AuditDraft getsNothing(String cluster, String stage, long revision, Why why) {
        return about(cluster, stage, AuditType.TargetFailed, why.reason(), why.message())
                .revision(revision);
    }

    /** It left before its wave came. */
    public static AuditDraft leftBeforeItsWave(String cluster, String stage, Run run) {
        return about(
                        cluster,
                        stage,
                        AuditType.TargetCancelled,
                        AuditReason.Left,
                        "Cluster " + cluster + " left stage " + stage + " before revision " + run.revision()
                                + " was sent to it.")
                .revision(run.revision())
                .run(run.number());
    }

    /** It left while a rollback that has ended still owed it something. */
    public static AuditDraft owedNoLonger(String cluster, Rollback rollback) {
        return about(
                        cluster,
                        rollback.stage(),
                        AuditType.TargetCancelled,
                        AuditReason.Left,
                        "Cluster " + cluster + " left stage " + rollback.stage() + " before it had revision "
                                + rollback.to() + " back; it is owed nothing any more.")
                .revision(rollback.to())
                .run(rollback.run())
                .with("rollback", rollback.id());
    }

    /** It came to match two stages (R4). */
    public static AuditDraft overlapping(String cluster, List<String> stages, String message) {
        return new AuditDraft(AuditType.ClusterOverlapping, AuditKind.cluster, AuditReason.InTwoStages, message)
                .cluster(cluster)
                .with("stages", stages);
    }

    /**
     * Whether a cluster is reached changed (H11). It decides nothing: what is decided rests on reports.
     *
     * @param reason why, CamelCase
     * @param message for people
     * @param event the event that brought it
     */
    public static AuditEntry reachability(
            String cluster,
            Reachability from,
            Reachability to,
            @Nullable String reason,
            @Nullable String message,
            String event) {
        String why = message == null ? reason : message;
        String because = why == null ? "." : ": " + why + ".";
        String words = switch (to) {
            case Healthy -> "Cluster " + cluster + " is reached.";
            case Unreachable -> "Cluster " + cluster + " is not reached" + because;
            case Unknown -> "Whether cluster " + cluster + " is reached is unknown" + because;
        };
        AuditReason known = switch (to) {
            case Healthy -> AuditReason.Reachable;
            case Unreachable -> AuditReason.Unreachable;
            case Unknown -> AuditReason.Unknown;
        };
        return new AuditDraft(AuditType.ClusterReachabilityChanged, AuditKind.cluster, known, words)
                .cluster(cluster)
                .from(from)
                .to(to)
                .with("cause", reason)
                .entry(event);
    }

    private static AuditDraft about(String cluster, String stage, AuditType type, AuditReason reason, String message) {
        return new AuditDraft(type, AuditKind.target, reason, message)
                .stage(stage)
                .cluster(cluster);
    }
}
