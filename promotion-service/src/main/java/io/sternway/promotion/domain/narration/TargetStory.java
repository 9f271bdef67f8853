package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is said about targets. */
public final class TargetStory {

    private TargetStory() {}

    /**
     * A command went out to it.
     *
     * @param before as it was; absent for a first dispatch
     */
    public static AuditDraft dispatched(@Nullable Target before, Target after, AuditReason reason) {
        return AuditDraft.ofTarget(AuditType.TargetDispatched, reason, dispatch(after), after)
                .from(before == null ? null : before.phase())
                .to(TargetPhase.Dispatched)
                .withDispatch(after)
                .with("attempt", after.desired().attempt())
                .with("command", after.desired().command());
    }

    private static String dispatch(Target target) {
        String cluster = "Cluster " + target.cluster();
        String what = "revision " + target.desired().revision();
        int attempt = target.desired().attempt();
        String again = attempt == 1 ? "" : " (attempt " + attempt + ")";
        return switch (target.desired().purpose()) {
            case Deploy -> cluster + " is to get " + what + again + ".";
            case Join ->
                cluster + " joined stage " + target.stage() + " and is to get its stable " + what + again + ".";
            case Rollback -> cluster + " is to get " + what + " back" + again + ".";
            case Release -> cluster + " is released.";
        };
    }

    /**
     * It stands otherwise than it was last said to.
     *
     * @param target with the phase of the last time
     * @param phase that of now
     */
    public static AuditDraft stands(Target target, TargetPhase phase) {
        GivenUp givenUp = target.isGivenUp() ? target.givenUp() : null;
        AuditDraft record = givenUp == null ? standing(target, phase) : givenUp(target, givenUp);
        return record.from(target.phase())
                .to(phase)
                .withDispatch(target)
                .with("cause", givenUp == null ? null : givenUp.reason())
                .with("evidence", givenUp == null ? null : givenUp.evidence());
    }

    private static AuditDraft standing(Target target, TargetPhase phase) {
        String revision = "revision " + target.desired().revision();
        String cluster = "Cluster " + target.cluster();
        HealthFact verdict = target.verdict();
        String why = verdict == null || verdict.reasons().isEmpty() ? "" : ": " + String.join("; ", verdict.reasons());
        boolean first = target.phase() == TargetPhase.Dispatched || target.phase() == TargetPhase.Cancelled;
        boolean again = target.phase() == TargetPhase.Degraded || target.phase() == TargetPhase.Unknown;
        return switch (phase) {
            case Applied ->
                first
                        ? said(
                                target,
                                AuditType.TargetApplied,
                                AuditReason.Applied,
                                cluster + " has " + revision + " applied; it is not healthy yet.")
                        : said(
                                target,
                                AuditType.TargetProgressing,
                                AuditReason.NotAllHealthy,
                                cluster + " is progressing again at " + revision + why + ".");
            case Healthy ->
                again
                        ? said(
                                target,
                                AuditType.TargetRecovered,
                                AuditReason.Recovered,
                                cluster + " is healthy again at " + revision + ".")
                        : said(
                                target,
                                AuditType.TargetHealthy,
                                AuditReason.Healthy,
                                cluster + " is healthy at " + revision + ".");
            case Degraded ->
                said(
                        target,
                        AuditType.TargetDegraded,
                        AuditReason.Degraded,
                        cluster + " is failing at " + revision + why + ". It has not failed yet.");
            case Unknown ->
                said(
                        target,
                        AuditType.TargetUnknown,
                        AuditReason.Unknown,
                        cluster + " cannot be looked at; how " + revision + " does there is unknown" + why + ".");
            case Cancelled ->
                said(
                        target,
                        AuditType.TargetCancelled,
                        AuditReason.Cancelled,
                        cluster + " will not get " + revision + ": the command was cancelled before it was applied.");
            case Failed, Owed, Dispatched, Releasing ->
                throw new IllegalStateException(phase + " is recorded otherwise for " + target.cluster());
        };
    }

    private static AuditDraft givenUp(Target target, GivenUp givenUp) {
        AuditReason reason = switch (givenUp.kind()) {
            case Unhealthy -> AuditReason.Unhealthy;
            case Refused -> AuditReason.Refused;
            case TimedOut -> AuditReason.TimedOut;
            case Unstable -> AuditReason.Unstable;
            case NoEvidence -> AuditReason.NoEvidence;
            case Superseded -> AuditReason.NewerRun;
        };
        AuditType type = givenUp.owed() ? AuditType.TargetOwed : AuditType.TargetFailed;
        return said(target, type, reason, givenUp.message());
    }

    /** It was given up and is healthy after all. */
    public static AuditDraft lateRecovery(Target target) {
        return said(
                        target,
                        AuditType.TargetRecovered,
                        AuditReason.LateRecovery,
                        "Cluster " + target.cluster() + " is healthy at revision "
                                + target.desired().revision()
                                + " after it had been given up; that decides nothing any more.")
                .from(target.phase())
                .to(target.phase());
    }

    /** It was owed and holds what it should after all (R20). */
    public static AuditDraft restored(Target target) {
        return said(
                        target,
                        AuditType.TargetRestored,
                        AuditReason.Restored,
                        "Cluster " + target.cluster() + " is back and healthy at revision "
                                + target.desired().revision() + ", as it should be.")
                .from(TargetPhase.Owed)
                .to(TargetPhase.Healthy)
                .withDispatch(target)
                .with("rollback", target.desired().rollback());
    }

    /** How its prune ended (K5). */
    public static AuditDraft pruneEnded(Target target) {
        PruneStatus prune = target.prune();
        boolean done = prune.state() == PruneStatus.State.Done;
        String left = prune.message() == null ? "" : ": " + prune.message();
        return said(
                        target,
                        done ? AuditType.TargetPruneCompleted : AuditType.TargetPruneIncomplete,
                        done ? AuditReason.Pruned : AuditReason.PruneIncomplete,
                        done
                                ? "Cluster " + target.cluster() + " holds nothing of older revisions any more."
                                : "Cluster " + target.cluster() + " still holds objects of an older revision" + left
                                        + ".")
                .withDispatch(target);
    }

    /** What a cluster is told to have is to be ours no longer. */
    public static AuditDraft releasing(Target before, long epoch) {
        return said(
                        before,
                        AuditType.TargetReleasing,
                        AuditReason.Left,
                        "Cluster " + before.cluster() + " left stage " + before.stage()
                                + " and is released; it keeps what it has.")
                .from(before.phase())
                .to(TargetPhase.Releasing)
                .with("epoch", epoch);
    }

    /** The executor let go of it. */
    public static AuditDraft released(Target target) {
        return releaseEnded(target, AuditType.TargetReleaseCompleted, AuditReason.Released, "is released.");
    }

    /** The executor could not let go of it. */
    public static AuditDraft releaseFailed(Target target, @Nullable String message) {
        return releaseEnded(
                target,
                AuditType.TargetReleaseIncomplete,
                AuditReason.ReleaseFailed,
                "is forgotten, but our marks on its objects could not be removed: "
                        + Objects.requireNonNullElse(message, "no reason was given") + ".");
    }

    /** Nothing was heard of its release in time. */
    public static AuditDraft releaseUnanswered(Target target) {
        return releaseEnded(
                target,
                AuditType.TargetReleaseIncomplete,
                AuditReason.NoEvidence,
                "is forgotten; it did not answer, so that our marks on its objects may still be there.");
    }

    private static AuditDraft releaseEnded(Target target, AuditType type, AuditReason reason, String what) {
        return said(target, type, reason, "Cluster " + target.cluster() + " " + what)
                .run(null)
                .from(TargetPhase.Releasing)
                .with("epoch", target.desired().epoch());
    }

    private static AuditDraft said(Target target, AuditType type, AuditReason reason, String message) {
        return AuditDraft.ofTarget(type, reason, message, target);
    }
}
