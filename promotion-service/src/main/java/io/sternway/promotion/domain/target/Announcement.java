package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import org.jspecify.annotations.Nullable;

/** Says once how a target stands now: its phase is derived from the facts, and each change of it is recorded. */
public final class Announcement {

    private Announcement() {}

    /** Records the target's phase if it changed since the last time. */
    public static void announce(Draft draft, Target target) {
        TargetPhase phase = phaseOf(target);
        if (phase == target.phase()) {
            return;
        }
        draft.put(target.with(phase));
        Words words = words(target, phase);
        draft.audit(words.type, AuditKind.target, words.reason, words.message)
                .revision(target.desired().revision())
                .run(target.desired().run())
                .stage(target.stage())
                .cluster(target.cluster())
                .from(target.phase())
                .to(phase)
                .with("epoch", target.desired().epoch())
                .with("purpose", target.desired().purpose().name())
                .with("cause", words.cause)
                .with("evidence", evidence(target))
                .record();
    }

    private static @Nullable Boolean evidence(Target target) {
        GivenUp givenUp = target.givenUp();
        if (givenUp == null || !target.isGivenUp()) {
            return null;
        }
        return givenUp.evidence();
    }

    /** How a target stands, from its facts alone. */
    public static TargetPhase phaseOf(Target target) {
        if (target.desired().purpose() == Purpose.Release) {
            return TargetPhase.Releasing;
        }
        GivenUp givenUp = target.givenUp();
        if (givenUp != null && target.isGivenUp()) {
            return givenUp.owed() ? TargetPhase.Owed : TargetPhase.Failed;
        }
        HealthFact verdict = target.verdict();
        if (verdict != null) {
            return switch (verdict.state()) {
                case Ready -> TargetPhase.Healthy;
                case Degraded, Failed -> TargetPhase.Degraded;
                case Unknown -> TargetPhase.Unknown;
                case Progressing -> TargetPhase.Applied;
            };
        }
        if (target.applied()) {
            return TargetPhase.Applied;
        }
        return target.desired().cancelled() ? TargetPhase.Cancelled : TargetPhase.Dispatched;
    }

    private record Words(
            AuditType type,
            AuditReason reason,
            String message,
            @Nullable String cause) {}

    private static Words words(Target target, TargetPhase phase) {
        String revision = "revision " + target.desired().revision();
        String cluster = target.cluster();
        HealthFact verdict = target.verdict();
        String why = verdict == null || verdict.reasons().isEmpty() ? "" : ": " + String.join("; ", verdict.reasons());
        return switch (phase) {
            case Applied ->
                target.phase() == TargetPhase.Dispatched || target.phase() == TargetPhase.Cancelled
                        ? new Words(
                                AuditType.TargetApplied,
                                AuditReason.Applied,
                                "Cluster " + cluster + " has " + revision + " applied; it is not healthy yet.",
                                null)
                        : new Words(
                                AuditType.TargetProgressing,
                                AuditReason.NotAllHealthy,
                                "Cluster " + cluster + " is progressing again at " + revision + why + ".",
                                null);
            case Healthy ->
                switch (target.phase()) {
                    case Degraded, Unknown ->
                        new Words(
                                AuditType.TargetRecovered,
                                AuditReason.Recovered,
                                "Cluster " + cluster + " is healthy again at " + revision + ".",
                                null);
                    default ->
                        new Words(
                                AuditType.TargetHealthy,
                                AuditReason.Healthy,
                                "Cluster " + cluster + " is healthy at " + revision + ".",
                                null);
                };
            case Degraded ->
                new Words(
                        AuditType.TargetDegraded,
                        AuditReason.Degraded,
                        "Cluster " + cluster + " is failing at " + revision + why + ". It has not failed yet.",
                        null);
            case Unknown ->
                new Words(
                        AuditType.TargetUnknown,
                        AuditReason.Unknown,
                        "Cluster " + cluster + " cannot be looked at; how " + revision + " does there is unknown" + why
                                + ".",
                        null);
            case Failed, Owed -> givenUp(target);
            case Cancelled ->
                new Words(
                        AuditType.TargetCancelled,
                        AuditReason.Cancelled,
                        "Cluster " + cluster + " will not get " + revision + ": the command was cancelled before it was"
                                + " applied.",
                        null);
            case Dispatched, Releasing ->
                throw new IllegalStateException(phase + " is recorded with the command of " + target.cluster());
        };
    }

    private static Words givenUp(Target target) {
        GivenUp givenUp = target.givenUp();
        if (givenUp == null) {
            throw new IllegalStateException(target.cluster() + " is not given up");
        }
        AuditReason reason = switch (givenUp.kind()) {
            case Unhealthy -> AuditReason.Unhealthy;
            case Refused -> AuditReason.Refused;
            case TimedOut -> AuditReason.TimedOut;
            case Unstable -> AuditReason.Unstable;
            case NoEvidence -> AuditReason.NoEvidence;
            case Superseded -> AuditReason.NewerRun;
        };
        return new Words(
                givenUp.owed() ? AuditType.TargetOwed : AuditType.TargetFailed,
                reason,
                givenUp.message(),
                givenUp.reason());
    }
}
