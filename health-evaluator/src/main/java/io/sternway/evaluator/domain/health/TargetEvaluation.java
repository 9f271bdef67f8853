package io.sternway.evaluator.domain.health;

import io.sternway.evaluator.domain.checks.ReadinessCheck;
import io.sternway.evaluator.domain.checks.ReadinessReason;
import io.sternway.evaluator.domain.checks.Reason;
import io.sternway.evaluator.domain.observed.Observation;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a target: what its checks say, then one verdict, then the state with its threshold (H9).
 * {@code Progressing}, {@code NoData}, {@code Error} and {@code Inconclusive} neither count nor reset.
 */
public final class TargetEvaluation {

    /** A failure outweighs what we could not see, and that outweighs what is under way. */
    private static final List<Verdict> WORST_FIRST =
            List.of(Verdict.Fail, Verdict.Error, Verdict.Progressing, Verdict.Inconclusive, Verdict.NoData);

    private TargetEvaluation() {}

    /**
     * Evaluates what was last seen, as of now.
     *
     * @param target a target that is {@link Target#evaluable()}
     * @param now the time of the record that led to this evaluation
     * @return the target after it; its transition number is higher if its state changed
     */
    public static Target evaluate(Target target, Instant now) {
        AppliedSnapshot held = Objects.requireNonNull(target.held());
        Observation look = Objects.requireNonNull(target.look());
        ReadinessCheck.Judgement readiness = ReadinessCheck.judge(
                look.objects(), target.memory(), held::object, held.limits().grace(), now);
        Verdict verdict = combined(readiness.reasons());
        Streak streak = streak(target.streak(), verdict, held.limits(), now);
        boolean counts =
                held.limits().none() ? readiness.definite() : streak != null && streak.reached(held.limits(), now);
        HealthState state = state(target.state(), verdict, counts, readiness.rollsAgain());
        boolean changed = target.silent() || state != target.state();
        return new Target(
                held,
                look,
                readiness.memory(),
                changed ? target.transition() + 1 : target.transition(),
                state,
                changed ? now : target.since(),
                state != HealthState.Ready || verdict == Verdict.Pass,
                told(readiness.reasons(), verdict),
                streak,
                true,
                false);
    }

    private static Verdict combined(List<Reason> reasons) {
        return WORST_FIRST.stream()
                .filter(verdict -> reasons.stream().anyMatch(reason -> reason.verdict() == verdict))
                .findFirst()
                .orElse(Verdict.Pass);
    }

    private static @Nullable Streak streak(
            @Nullable Streak streak, Verdict verdict, FailureLimits limits, Instant now) {
        return switch (verdict) {
            case Pass -> null;
            case Fail -> streak == null ? Streak.begin(now) : streak.again(limits, now);
            case Progressing, Error, Inconclusive, NoData -> streak;
        };
    }

    private static HealthState state(@Nullable HealthState state, Verdict verdict, boolean counts, boolean rollsAgain) {
        return switch (verdict) {
            case Pass -> HealthState.Ready;
            case Fail -> state == HealthState.Failed || counts ? HealthState.Failed : HealthState.Degraded;
            case Error -> state == HealthState.Failed ? HealthState.Failed : HealthState.Unknown;
            case Progressing, Inconclusive, NoData -> {
                if (state == HealthState.Failed || state == HealthState.Degraded) {
                    yield state;
                }
                // What changes after it was ready is told by "steady"; only another rollout ends being ready (H16).
                yield state == HealthState.Ready && !rollsAgain ? HealthState.Ready : HealthState.Progressing;
            }
        };
    }

    /** Every reason that is not a plain pass (H6); if all pass, the notes among them. */
    private static List<Reason> told(List<Reason> reasons, Verdict verdict) {
        return reasons.stream()
                .filter(reason -> verdict == Verdict.Pass
                        ? reason.reason().equals(ReadinessReason.Scaling.name())
                        : reason.verdict() != Verdict.Pass)
                .toList();
    }
}
