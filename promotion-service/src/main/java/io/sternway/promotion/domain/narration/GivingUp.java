package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Target;
import java.time.Instant;
import java.util.List;

/** A target that is given up, with the sentence that says why. */
public final class GivingUp {

    private GivingUp() {}

    /** R15: its health has failed. */
    public static GivenUp unhealthy(Target target, HealthFact verdict, Instant now) {
        String message = "Cluster " + target.cluster() + " failed at " + what(target) + reasons(verdict) + ".";
        return given(target, GivenUp.Kind.Unhealthy, true, "HealthFailed", message, now);
    }

    /** R15: it cannot be applied. */
    public static GivenUp refused(Target target, DeploymentFact answer, Instant now) {
        String reason = answer.reason() == null ? "ApplyFailed" : answer.reason();
        String message = "Cluster " + target.cluster() + " does not take " + what(target) + said(answer) + ".";
        return given(target, GivenUp.Kind.Refused, answer.evidence(), reason, message, now);
    }

    /** R8: at its deadline a fresh report says that it is not ready. */
    public static GivenUp timedOut(Target target, HealthFact verdict, Instant now) {
        String message = "Cluster " + target.cluster() + " was not healthy at " + what(target) + within(target)
                + reasons(verdict) + ".";
        return given(target, GivenUp.Kind.TimedOut, true, "ProgressDeadlineExceeded", message, now);
    }

    /** R8: at its deadline nothing speaks for it or against it. */
    public static GivenUp silent(Target target, Instant now) {
        DeploymentFact answer = target.answer();
        String heard = target.applied()
                ? "it was applied, but how it does could not be seen"
                : answer == null || answer.reason() == null
                        ? "nothing was heard of it"
                        : "it could not be applied" + said(answer);
        String message = "Cluster " + target.cluster() + " did not show " + what(target) + " healthy" + within(target)
                + ": " + heard + ".";
        return given(target, GivenUp.Kind.NoEvidence, false, "NoEvidence", message, now);
    }

    /** R10: it never stayed healthy for long enough. */
    public static GivenUp unstable(Target target, Instant now) {
        String did = "Cluster " + target.cluster() + " never stayed healthy at " + what(target) + " for "
                + Wording.duration(target.desired().minSuccessTime());
        return target.soak().disturbed()
                ? given(
                        target,
                        GivenUp.Kind.Unstable,
                        true,
                        "Unstable",
                        did + ": its health broke again and again.",
                        now)
                : given(
                        target,
                        GivenUp.Kind.NoEvidence,
                        false,
                        "NoEvidence",
                        did + ": it could not be looked at without a break.",
                        now);
    }

    /** R3: a newer run took over before it had what the older one brought. */
    public static GivenUp unfinished(Target target, long newerRun, Instant now) {
        return GivenUp.superseded(
                target.desired().epoch(),
                "Run " + newerRun + " took over before cluster " + target.cluster() + " had finished with "
                        + what(target) + ".",
                now);
    }

    /** R3: the same, while it was being put back. */
    public static String unrestored(long newerRun) {
        return "Run " + newerRun + " took over before the cluster was restored.";
    }

    private static GivenUp given(
            Target target, GivenUp.Kind kind, boolean evidence, String reason, String message, Instant now) {
        return new GivenUp(
                target.desired().epoch(),
                kind,
                evidence,
                reason,
                message,
                now,
                target.desired().returns(),
                null);
    }

    private static String what(Target target) {
        return "revision " + target.desired().revision();
    }

    private static String within(Target target) {
        return " within " + Wording.duration(target.desired().progressDeadline());
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
