package io.sternway.evaluator.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a target: readiness of every object, then one verdict, then the state with its threshold (H9).
 * {@code Progressing}, {@code NoData}, {@code Error} and {@code Inconclusive} neither count nor reset.
 */
public final class Thresholds {

    private Thresholds() {}

    /**
     * Evaluates what was last seen, as of now.
     *
     * @param target a target that is {@link Target#evaluable()}
     * @param now the time of the record that led to this evaluation
     * @return the target after it; its transition number is higher if its state changed
     */
    public static Target evaluate(Target target, Instant now) {
        Held held = Objects.requireNonNull(target.held());
        Look look = Objects.requireNonNull(target.look());
        List<Reason> judged = new ArrayList<>(look.objects().size());
        Map<String, ObjectMemory> memory = new HashMap<>();
        for (ObjectSeen seen : look.objects()) {
            String id = seen.name().id();
            Readiness.Judgement judgement = Readiness.judge(
                    seen,
                    target.memory().getOrDefault(id, ObjectMemory.NONE),
                    held.progressAtApply().get(id));
            judged.add(judgement.reason());
            memory.put(id, judgement.memory());
        }
        Verdict verdict = worst(judged);
        Streak streak = streak(target.streak(), verdict, held.limits(), now);
        State state = state(target.state(), verdict, streak, held.limits(), now);
        boolean changed = target.silent() || state != target.state();
        return new Target(
                held,
                look,
                memory,
                changed ? target.transition() + 1 : target.transition(),
                state,
                changed ? now : target.since(),
                telling(judged, verdict),
                streak,
                true,
                false);
    }

    /** One verdict for all: a failure outweighs what we could not see, and that outweighs what is under way. */
    private static Verdict worst(List<Reason> reasons) {
        for (Verdict verdict :
                List.of(Verdict.Fail, Verdict.Error, Verdict.Progressing, Verdict.Inconclusive, Verdict.NoData)) {
            if (reasons.stream().anyMatch(reason -> reason.verdict() == verdict)) {
                return verdict;
            }
        }
        return Verdict.Pass;
    }

    private static @Nullable Streak streak(@Nullable Streak streak, Verdict verdict, Limits limits, Instant now) {
        return switch (verdict) {
            case Pass -> null;
            case Fail -> streak == null ? Streak.begin(now) : streak.again(limits, now);
            case Progressing, Error, Inconclusive, NoData -> streak;
        };
    }

    private static State state(
            @Nullable State state, Verdict verdict, @Nullable Streak streak, Limits limits, Instant now) {
        return switch (verdict) {
            case Pass -> State.Ready;
            case Fail ->
                state == State.Failed || (streak != null && streak.reached(limits, now))
                        ? State.Failed
                        : State.Degraded;
            case Error -> state == State.Failed ? State.Failed : State.Unknown;
            case Progressing, Inconclusive, NoData ->
                state == State.Failed || state == State.Degraded ? state : State.Progressing;
        };
    }

    /** Every reason that is not a plain pass (H6); if all pass, the notes among them, such as Scaling. */
    private static List<Reason> telling(List<Reason> judged, Verdict verdict) {
        return judged.stream()
                .filter(reason ->
                        verdict == Verdict.Pass ? reason.reason().equals("Scaling") : reason.verdict() != Verdict.Pass)
                .toList();
    }
}
