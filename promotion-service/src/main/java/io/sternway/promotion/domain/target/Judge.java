package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.Wording;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.fleet.Freshness;
import io.sternway.promotion.domain.target.DeploymentFact.Answer;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges one target by what is known and what time it is: whether it is healthy for long enough (R10), whether it is
 * given up (R8, R15), whether what was given up came back after all.
 */
public final class Judge {

    private static final Duration UNREPORTED_LOOK = Duration.ofSeconds(1);

    private Judge() {}

    /**
     * Judges a target that is to hold something.
     *
     * @param draft the decision
     * @param target the target
     * @param awaited a stage that is being deployed waits for it, so that it must keep being healthy (R10)
     */
    public static void judge(Draft draft, Target target, boolean awaited) {
        if (target.isGivenUp()) {
            late(draft, target);
            return;
        }
        Target soaked = soak(draft, target);
        if (target.ready() && (awaited || !soaked.soak().reached()) && healthySince(draft, target) == null) {
            lookAgain(draft, target.cluster());
        }
        GivenUp failure = failure(draft, soaked, awaited);
        Target judged = soaked;
        if (failure != null) {
            judged = soaked.withGivenUp(failure);
        } else if (deadlineMet(draft, soaked)) {
            judged = soaked.with(soaked.desired().metDeadline());
        }
        if (!judged.equals(target)) {
            draft.put(judged);
        }
        Announcement.announce(draft, judged);
    }

    // ---- R10: one function for soak and delay, used wherever continuous health matters

    private static Target soak(Draft draft, Target target) {
        Instant since = healthySince(draft, target);
        if (since == null) {
            Soak lost = target.soak().lost(draft.now());
            return lost.equals(target.soak()) ? target : target.with(lost);
        }
        Instant soakedAt = target.soak().soakedAt();
        Duration needed = target.desired().minSuccessTime();
        if (soakedAt != null && !soakedAt.isBefore(since.plus(needed))) {
            return target;
        }
        Target restarted = soakedAt == null ? target : target.with(target.soak().lost(draft.now()));
        if (!Deadline.over(draft, target.cluster(), since, needed)) {
            return restarted;
        }
        Instant at = draft.clock(target.cluster()).due(since, needed);
        return restarted
                .with(restarted.soak().complete(at == null ? draft.now() : at))
                .with(restarted.desired().metDeadline());
    }

    /**
     * Since when the target has been healthy at this epoch without a break, by our clock; absent if it is not. Degraded,
     * Unknown and a gap in its cluster's reports each end it.
     */
    public static @Nullable Instant healthySince(Draft draft, Target target) {
        HealthFact verdict = target.verdict();
        ClusterView cluster = draft.cluster(target.cluster());
        if (verdict == null || verdict.state() != HealthState.Ready) {
            return null;
        }
        if (cluster == null
                || cluster.freshSince() == null
                || Freshness.ownGap(cluster, draft.partitionOf(target.cluster()), draft.now())) {
            return null;
        }
        return verdict.receivedAt().isAfter(cluster.freshSince()) ? verdict.receivedAt() : cluster.freshSince();
    }

    /** What is waited for comes with reports, which bring no fact when nothing changes. */
    private static void lookAgain(Draft draft, String name) {
        ClusterView cluster = draft.cluster(name);
        draft.lookAgainIn(cluster == null ? UNREPORTED_LOOK : cluster.interval());
    }

    // ---- R8, R10, R15: when a target is given up

    /** What a fact alone gives up: failed by verdict, or refused. A later fact does not take it back (R15). */
    static Target condemn(Draft draft, Target target) {
        if (target.isGivenUp() || target.desired().purpose() == Purpose.Release) {
            return target;
        }
        String what = "revision " + target.desired().revision();
        String cluster = target.cluster();
        DeploymentFact answer = target.answer();
        HealthFact verdict = target.verdict();
        if (verdict != null && verdict.state() == HealthState.Failed) {
            return target.withGivenUp(give(
                    draft,
                    target,
                    GivenUp.Kind.Unhealthy,
                    true,
                    "HealthFailed",
                    "Cluster " + cluster + " failed at " + what + reasons(verdict) + "."));
        }
        if (answer != null && answer.answer() == Answer.Failed && verdict == null) {
            return target.withGivenUp(give(
                    draft,
                    target,
                    GivenUp.Kind.Refused,
                    answer.evidence(),
                    answer.reason() == null ? "ApplyFailed" : answer.reason(),
                    "Cluster " + cluster + " does not take " + what + said(answer) + "."));
        }
        return target;
    }

    private static @Nullable GivenUp failure(Draft draft, Target target, boolean awaited) {
        String what = "revision " + target.desired().revision();
        String cluster = target.cluster();
        Desired desired = target.desired();
        if (desired.cancelled()) {
            return null;
        }
        if (!desired.deadlineMet()) {
            boolean acts = Deadline.acts(draft, cluster, desired.clockFrom(), desired.progressDeadline());
            if (!acts || healthySince(draft, target) != null) {
                return null;
            }
            if (undecided(draft, target)) {
                lookAgain(draft, cluster);
                return null;
            }
            return late(draft, target, what);
        }
        boolean mustSoak = awaited || !target.soak().reached();
        if (target.soak().soaked() || !mustSoak) {
            return null;
        }
        Duration limit =
                desired.progressDeadline().plus(desired.minSuccessTime().multipliedBy(3));
        return Deadline.acts(draft, cluster, target.soak().missingSince(), limit)
                ? unstable(draft, target, what)
                : null;
    }

    /** The last word was "not ready", and it is not yet clear whether the next report is late or the cluster is away. */
    private static boolean undecided(Draft draft, Target target) {
        ClusterView cluster = draft.cluster(target.cluster());
        return target.verdict() != null
                && cluster != null
                && cluster.reached()
                && !Freshness.fresh(cluster, draft.now())
                && !Freshness.ownGap(cluster, draft.partitionOf(target.cluster()), draft.now());
    }

    /** R8: a fresh report that says not ready is TimedOut; anything else is silence. */
    private static GivenUp late(Draft draft, Target target, String what) {
        HealthFact verdict = target.verdict();
        String within = " within " + Wording.duration(target.desired().progressDeadline());
        boolean seen = verdict != null
                && verdict.state() != HealthState.Unknown
                && verdict.state() != HealthState.Ready
                && Freshness.fresh(draft.cluster(target.cluster()), draft.now());
        if (seen && verdict != null) {
            return give(
                    draft,
                    target,
                    GivenUp.Kind.TimedOut,
                    true,
                    "ProgressDeadlineExceeded",
                    "Cluster " + target.cluster() + " was not healthy at " + what + within + reasons(verdict) + ".");
        }
        DeploymentFact answer = target.answer();
        String heard = target.applied()
                ? "it was applied, but how it does could not be seen"
                : answer == null || answer.reason() == null
                        ? "nothing was heard of it"
                        : "it could not be applied" + said(answer);
        return give(
                draft,
                target,
                GivenUp.Kind.NoEvidence,
                false,
                "NoEvidence",
                "Cluster " + target.cluster() + " did not show " + what + " healthy" + within + ": " + heard + ".");
    }

    /** R10. */
    private static GivenUp unstable(Draft draft, Target target, String what) {
        String did = "Cluster " + target.cluster() + " never stayed healthy at " + what + " for "
                + Wording.duration(target.desired().minSuccessTime());
        return target.soak().disturbed()
                ? give(
                        draft,
                        target,
                        GivenUp.Kind.Unstable,
                        true,
                        "Unstable",
                        did + ": its health broke again and again.")
                : give(
                        draft,
                        target,
                        GivenUp.Kind.NoEvidence,
                        false,
                        "NoEvidence",
                        did + ": it could not be looked at without a break.");
    }

    private static boolean deadlineMet(Draft draft, Target target) {
        Desired desired = target.desired();
        return !desired.deadlineMet()
                && !desired.cancelled()
                && healthySince(draft, target) != null
                && Deadline.acts(draft, target.cluster(), desired.clockFrom(), desired.progressDeadline());
    }

    // ---- what was given up and is healthy after all

    private static void late(Draft draft, Target target) {
        GivenUp givenUp = target.givenUp();
        Instant since = healthySince(draft, target);
        if (givenUp == null || givenUp.recoveredAt() != null || since == null || abandoned(target, givenUp)) {
            Announcement.announce(draft, target);
            return;
        }
        if (givenUp.owed()) {
            if (Deadline.over(draft, target.cluster(), since, target.desired().minSuccessTime())) {
                Soak soak =
                        new Soak(draft.now(), draft.now(), true, target.soak().disturbed());
                Restoration.restored(
                        draft, target.with(target.desired().metDeadline()).with(soak));
            } else {
                Announcement.announce(draft, target);
            }
            return;
        }
        draft.put(target.withGivenUp(givenUp.recovered(draft.now())));
        draft.audit(
                        AuditType.TargetRecovered,
                        AuditKind.target,
                        AuditReason.LateRecovery,
                        "Cluster " + target.cluster() + " is healthy at revision "
                                + target.desired().revision() + " after it had been given up; that decides nothing"
                                + " any more.")
                .revision(target.desired().revision())
                .run(target.desired().run())
                .stage(target.stage())
                .cluster(target.cluster())
                .from(target.phase())
                .to(target.phase())
                .record();
    }

    /** A newer run took over its stage: nobody brings this revision there any more (R3). */
    private static boolean abandoned(Target target, GivenUp givenUp) {
        return givenUp.kind() == GivenUp.Kind.Superseded && target.desired().purpose() == Purpose.Deploy;
    }

    private static GivenUp give(
            Draft draft, Target target, GivenUp.Kind kind, boolean evidence, String reason, String message) {
        return new GivenUp(
                target.desired().epoch(),
                kind,
                evidence,
                reason,
                message,
                draft.now(),
                target.desired().returns(),
                null);
    }

    private static String reasons(HealthFact verdict) {
        List<String> reasons = verdict.reasons();
        return reasons.isEmpty() ? "" : ": " + String.join("; ", reasons);
    }

    private static String said(DeploymentFact answer) {
        String reason = answer.reason() == null ? "" : answer.reason();
        String message = answer.message() == null ? "" : answer.message();
        String both = reason.isEmpty() || message.isEmpty() ? reason + message : reason + ": " + message;
        return both.isEmpty() ? "" : " (" + both + ")";
    }
}
