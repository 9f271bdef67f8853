package io.sternway.promotion.domain.rules.targets;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.Desired;
import io.sternway.promotion.domain.model.targets.GivenUp;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Soak;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.GivingUp;
import io.sternway.promotion.domain.rules.Deadline;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.fleet.Freshness;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Judges one target by what is known and what time it is: whether it is healthy for long enough (R10), whether it is given
 * up (R8, R15), whether what was given up came back after all (R20).
 */
public final class TargetJudgement {
    private static final int SOAKS_ALLOWED = 3;

    private final Situation situation;
    private final Target target;
    private final boolean awaited;
    private LookAgain again = LookAgain.NEVER;

    private TargetJudgement(Situation situation, Target target, boolean awaited) {
        this.situation = situation;
        this.target = target;
        this.awaited = awaited;
    }

    /**
     * Judges a target that is to hold something.
     *
     * @param awaited a stage that is being deployed waits for it, so that it must keep being healthy (R10)
     */
    public static Judgement judge(Situation situation, Target target, boolean awaited) {
        TargetJudgement judge = new TargetJudgement(situation, target, awaited);
        return target.isGivenUp() ? judge.afterAll() : judge.stillWaitedFor();
    }

    /**
     * What is found.
     *
     * @param target as it is from now on
     * @param turn what happened to it
     * @param again when to judge again
     */
    public record Judgement(Target target, Turn turn, LookAgain again) {

        /** What a judgement finds. */
        public enum Turn {
            /** It stands as its facts say. */
            Stands,
            /** It was given up and is healthy after all, which decides nothing any more. */
            RecoveredLate,
            /** It was owed and is healthy after all. */
            Restored
        }
    }

    private Judgement stillWaitedFor() {
        Target soaked = soak();
        if (target.ready() && (awaited || !soaked.soak().reached()) && healthySince() == null) {
            awaitReport();
        }
        GivenUp failure = failure(soaked);
        Target judged = soaked;
        if (failure != null) {
            judged = soaked.withGivenUp(failure);
        } else if (meetsDeadline(soaked)) {
            judged = soaked.withDesired(soaked.desired().metDeadline());
        }
        return new Judgement(judged, Judgement.Turn.Stands, again);
    }

    // ---- R10: soak

    private Target soak() {
        Instant since = healthySince();
        if (since == null) {
            return target.withSoak(target.soak().lost(situation.now()));
        }
        Instant soakedAt = target.soak().soakedAt();
        Duration needed = target.desired().minSuccessTime();
        if (soakedAt != null && !soakedAt.isBefore(since.plus(needed))) {
            return target;
        }
        Target restarted = target.withSoak(target.soak().lost(situation.now()));
        Deadline soak = waited(since, needed);
        if (!soak.passed() || soak.at() == null) {
            return restarted;
        }
        return restarted
                .withSoak(restarted.soak().complete(soak.at()))
                .withDesired(restarted.desired().metDeadline());
    }

    // ---- R8, R10, R15: when it is given up

    /** What a fact alone gives up: failed by verdict, or refused. A later fact does not take it back (R15). */
    static Target condemn(Target target, Instant now) {
        if (target.isGivenUp() || target.desired().purpose() == Purpose.Release) {
            return target;
        }
        HealthFact verdict = target.verdict();
        if (verdict != null && verdict.state() == HealthState.Failed) {
            return target.withGivenUp(GivingUp.unhealthy(target, verdict, now));
        }
        DeploymentFact answer = target.answer();
        if (answer != null && answer.answer() == Answer.Failed && verdict == null) {
            return target.withGivenUp(GivingUp.refused(target, answer, now));
        }
        return target;
    }

    private @Nullable GivenUp failure(Target soaked) {
        Desired desired = soaked.desired();
        if (desired.cancelled()) {
            return null;
        }
        if (!desired.deadlineMet()) {
            if (!acts(desired.clockFrom(), desired.progressDeadline()) || healthySince() != null) {
                return null;
            }
            if (undecided()) {
                awaitReport();
                return null;
            }
            return late(soaked);
        }
        boolean mustSoak = awaited || !soaked.soak().reached();
        if (soaked.soak().soaked() || !mustSoak) {
            return null;
        }
        Duration limit =
                desired.progressDeadline().plus(desired.minSuccessTime().multipliedBy(SOAKS_ALLOWED));
        return acts(soaked.soak().missingSince(), limit) ? GivingUp.unstable(soaked, situation.now()) : null;
    }

    /** The last word was "not ready", and it is not yet clear whether the next report is late or the cluster is away. */
    private boolean undecided() {
        ClusterView cluster = situation.cluster(target.cluster());
        return target.verdict() != null
                && cluster != null
                && cluster.reached()
                && !fresh()
                && !Freshness.ownGap(cluster, situation.partitionOf(target.cluster()), situation.now());
    }

    /** R8: a fresh report that says not ready is TimedOut; anything else is silence. */
    private GivenUp late(Target soaked) {
        HealthFact verdict = soaked.verdict();
        boolean seen = verdict != null
                && verdict.state() != HealthState.Unknown
                && verdict.state() != HealthState.Ready
                && fresh();
        return seen && verdict != null
                ? GivingUp.timedOut(soaked, verdict, situation.now())
                : GivingUp.silent(soaked, situation.now());
    }

    private boolean meetsDeadline(Target soaked) {
        Desired desired = soaked.desired();
        return !desired.deadlineMet()
                && !desired.cancelled()
                && healthySince() != null
                && acts(desired.clockFrom(), desired.progressDeadline());
    }

    // ---- R20: what was given up and is healthy after all

    private Judgement afterAll() {
        GivenUp givenUp = target.givenUp();
        Instant since = healthySince();
        if (givenUp == null || givenUp.recoveredAt() != null || since == null || abandoned(givenUp)) {
            return new Judgement(target, Judgement.Turn.Stands, again);
        }
        if (!givenUp.owed()) {
            Target recovered = target.withGivenUp(givenUp.withRecoveredAt(situation.now()));
            return new Judgement(recovered, Judgement.Turn.RecoveredLate, again);
        }
        if (!waited(since, target.desired().minSuccessTime()).passed()) {
            return new Judgement(target, Judgement.Turn.Stands, again);
        }
        Soak soak =
                new Soak(situation.now(), situation.now(), true, target.soak().disturbed());
        Target restored = target.withDesired(target.desired().metDeadline()).withSoak(soak);
        return new Judgement(restored, Judgement.Turn.Restored, again);
    }

    /** A newer run took over its stage: nobody brings this revision there any more (R3). */
    private boolean abandoned(GivenUp givenUp) {
        return givenUp.kind() == GivenUp.Kind.Superseded && target.desired().purpose() == Purpose.Deploy;
    }

    // ---- asking

    private @Nullable Instant healthySince() {
        return HealthySince.of(situation, target);
    }

    private boolean fresh() {
        return Freshness.fresh(situation.cluster(target.cluster()), situation.now());
    }

    private void awaitReport() {
        again = again.and(HealthySince.nextReport(situation, target.cluster()));
    }

    private Deadline waited(Instant from, Duration duration) {
        return noted(Deadline.of(situation, target.cluster(), from, duration));
    }

    private boolean acts(Instant from, Duration duration) {
        return noted(Deadline.strict(situation, target.cluster(), from, duration))
                .passed();
    }

    private Deadline noted(Deadline deadline) {
        again = again.and(deadline.again());
        return deadline;
    }
}
