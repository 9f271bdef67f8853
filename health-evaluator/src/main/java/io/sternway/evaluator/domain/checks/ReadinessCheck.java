package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.FailedPod;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.evaluator.domain.observed.Workload;
import io.sternway.vocabulary.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The built-in check: what observed objects mean, given what was seen of them before at this epoch (H3, H14 to H17, H20). */
public final class ReadinessCheck {

    private static final String NAME = "readiness";

    private ReadinessCheck() {}

    /**
     * Judges every object of a target.
     *
     * @param objects what they look like now
     * @param memory by object id, what was seen of them at this epoch
     * @param applied by object id, what the executor says of it
     * @param grace how long a transient failure must last (H15)
     * @param now the time of the look
     */
    public static Judgement judge(
            List<ObservedObject> objects,
            Map<String, ObjectMemory> memory,
            Function<String, AppliedObject> applied,
            Duration grace,
            Instant now) {
        List<Reason> reasons = new ArrayList<>(objects.size());
        Map<String, ObjectMemory> remembered = new HashMap<>();
        boolean definite = false;
        boolean rollsAgain = false;
        for (ObservedObject seen : objects) {
            String id = seen.name().id();
            AppliedObject held = applied.apply(id);
            ObjectMemory before = memory.getOrDefault(id, ObjectMemory.NONE);
            Workload workload = seen.workload();
            if (workload != null) {
                before = before.countingFrom(workload, held);
            }
            Finding kept = before.kept(seen, now);
            Finding found = kept == null ? judge(seen, before, held) : kept;
            ObjectMemory after = kept == null ? before.after(seen, found, now) : before;
            reasons.add(found.reason());
            remembered.put(id, after);
            definite |= found.definite() || after.failingFor(grace, now);
            rollsAgain |= kept == null && workload != null && before.rollsAgain(workload);
        }
        return new Judgement(reasons, remembered, definite, rollsAgain);
    }

    /** Nobody could look at the target for that long. */
    public static Reason silent(Duration time) {
        String message = "nobody could look at it for " + time.toSeconds() + " s";
        return new Reason(NAME, null, ReadinessReason.Silent.verdict(), ReadinessReason.Silent.name(), message);
    }

    private static Finding judge(ObservedObject seen, ObjectMemory memory, AppliedObject applied) {
        return switch (seen.status()) {
            case Current ->
                fewerWanted(seen, applied)
                        ? because(seen, ReadinessReason.FewerWanted, words(seen, applied))
                        : asSeen(seen, ReadinessReason.Current);
            case Failed -> asSeen(seen, ReadinessReason.Failed);
            case Unknown -> asSeen(seen, ReadinessReason.Unreadable);
            case Terminating -> because(seen, ReadinessReason.Terminating, seen.message());
            case NotFound -> gone(seen, memory);
            case InProgress ->
                seen.workload() == null || seen.unobserved()
                        ? asSeen(seen, ReadinessReason.InProgress)
                        : judgeWorkload(seen, seen.workload(), memory, applied);
        };
    }

    private static Finding gone(ObservedObject seen, ObjectMemory memory) {
        if (!isJob(seen)) {
            return because(seen, ReadinessReason.NotFound, "it was applied and is not there any more");
        }
        return memory.passed()
                ? because(seen, ReadinessReason.JobCompleted, "it completed, and is gone by its TTL")
                : because(seen, ReadinessReason.JobOutcomeUnknown, "it is gone, and nobody saw how it ended");
    }

    private static Finding judgeWorkload(
            ObservedObject seen, Workload workload, ObjectMemory memory, AppliedObject applied) {
        boolean progressing = !memory.passed() || memory.rollsAgain(workload);
        int minimum = workload.minimum(memory.wanted());
        boolean tooFew = workload.available() < minimum;
        List<FailedPod> failed = workload.failedPods();
        if (!failed.isEmpty() && (progressing || tooFew)) {
            String pods = failed.stream().map(FailedPod::text).collect(Collectors.joining("; "));
            boolean definite =
                    failed.stream().anyMatch(pod -> DefiniteFailures.isDefinite(pod, memory.crashesBefore(pod)));
            return new Finding(because(seen, ReadinessReason.PodsFailed, pods).reason(), definite);
        }
        if (deadlineCounts(workload.progress(), memory, applied.progress())) {
            return because(seen, ReadinessReason.ProgressDeadlineExceeded, seen.message());
        }
        if (progressing) {
            return asSeen(seen, ReadinessReason.InProgress);
        }
        if (tooFew) {
            String words = workload.available() + " available, at least " + minimum + " are needed";
            return because(seen, ReadinessReason.BecameUnavailable, words);
        }
        return fewerWanted(seen, applied)
                ? because(seen, ReadinessReason.FewerWanted, words(seen, applied))
                : because(seen, ReadinessReason.Scaling, seen.message());
    }

    /** Somebody who is no autoscaler wants fewer than the snapshot (H20). */
    private static boolean fewerWanted(ObservedObject seen, AppliedObject applied) {
        Integer wanted = applied.wanted();
        Workload workload = seen.workload();
        return wanted != null && workload != null && workload.desired() != null && workload.desired() < wanted;
    }

    private static String words(ObservedObject seen, AppliedObject applied) {
        Workload workload = Objects.requireNonNull(seen.workload());
        return "somebody wants " + workload.desired() + " replicas, the snapshot wants " + applied.wanted();
    }

    /** It counts if it did not stand there when the apply returned, and the look before this one saw it too. */
    private static boolean deadlineCounts(
            @Nullable RolloutProgress progress, ObjectMemory memory, @Nullable RolloutProgress atApply) {
        if (progress == null || progress.equals(atApply)) {
            return false;
        }
        String exceededAt = progress.deadlineExceededAt();
        return exceededAt != null && exceededAt.equals(memory.deadlineExceededAt());
    }

    private static boolean isJob(ObservedObject seen) {
        return seen.name().kind().equals("Job") && seen.name().apiVersion().startsWith("batch/");
    }

    /** In the watcher's words, if it has some. */
    private static Finding asSeen(ObservedObject seen, ReadinessReason otherwise) {
        String reason = seen.reason() == null || seen.reason().isEmpty() ? otherwise.name() : seen.reason();
        return finding(new Reason(NAME, seen.name(), otherwise.verdict(), reason, seen.message()));
    }

    private static Finding because(ObservedObject seen, ReadinessReason reason, @Nullable String message) {
        return finding(new Reason(NAME, seen.name(), reason.verdict(), reason.name(), message));
    }

    private static Finding finding(Reason reason) {
        return new Finding(reason, reason.verdict() == Verdict.Fail && DefiniteFailures.isDefinite(reason.reason()));
    }

    /**
     * What the check says.
     *
     * @param reasons one for each object
     * @param memory by object id, what is to be remembered of it
     * @param definite whether a failure is among them that counts by itself: a definite one, or a transient one that lasts
     * @param rollsAgain whether something that has passed is being rolled out again
     */
    public record Judgement(
            List<Reason> reasons, Map<String, ObjectMemory> memory, boolean definite, boolean rollsAgain) {}
}
