package io.sternway.evaluator.domain.checks;

import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.evaluator.domain.observed.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The built-in check: what observed objects mean, given what was seen of them before at this epoch (H3). */
public final class ReadinessCheck {

    private static final String NAME = "readiness";

    private ReadinessCheck() {}

    /**
     * Judges every object of a target.
     *
     * @param objects what they look like now
     * @param memory by object id, what was seen of them at this epoch
     * @param progressAtApply by object id, the Progressing condition that stood there when the apply returned
     */
    public static Judgement judge(
            List<ObservedObject> objects,
            Map<String, ObjectMemory> memory,
            Map<String, RolloutProgress> progressAtApply) {
        List<Reason> reasons = new ArrayList<>(objects.size());
        Map<String, ObjectMemory> remembered = new HashMap<>();
        for (ObservedObject seen : objects) {
            String id = seen.name().id();
            ObjectMemory before = memory.getOrDefault(id, ObjectMemory.NONE);
            Reason reason = judge(seen, before, progressAtApply.get(id));
            reasons.add(reason);
            remembered.put(id, before.after(reason.verdict(), seen.progress()));
        }
        return new Judgement(reasons, remembered);
    }

    /** Nobody could look at the target for that long. */
    public static Reason silent(Duration time) {
        String message = "nobody could look at it for " + time.toSeconds() + " s";
        return new Reason(NAME, null, ReadinessReason.Silent.verdict(), ReadinessReason.Silent.name(), message);
    }

    private static Reason judge(ObservedObject seen, ObjectMemory memory, @Nullable RolloutProgress atApply) {
        return switch (seen.status()) {
            case Current -> asSeen(seen, ReadinessReason.Current);
            case Failed -> asSeen(seen, ReadinessReason.Failed);
            case Unknown -> asSeen(seen, ReadinessReason.Unreadable);
            case Terminating -> because(seen, ReadinessReason.Terminating, seen.message());
            case NotFound ->
                memory.passed() && isJob(seen)
                        ? because(seen, ReadinessReason.JobCompleted, "it completed, and is gone by its TTL")
                        : because(seen, ReadinessReason.NotFound, "it was applied and is not there any more");
            case InProgress ->
                seen.workload() == null
                        ? asSeen(seen, ReadinessReason.InProgress)
                        : judgeWorkload(seen, seen.workload(), memory, atApply);
        };
    }

    private static Reason judgeWorkload(
            ObservedObject seen, Workload workload, ObjectMemory memory, @Nullable RolloutProgress atApply) {
        boolean progressing = !memory.passed() || workload.rolling();
        if (!workload.failedPods().isEmpty() && (progressing || workload.belowMinimum())) {
            return because(seen, ReadinessReason.PodsFailed, String.join("; ", workload.failedPods()));
        }
        if (deadlineCounts(workload.progress(), memory, atApply)) {
            return because(seen, ReadinessReason.ProgressDeadlineExceeded, seen.message());
        }
        if (progressing) {
            return asSeen(seen, ReadinessReason.InProgress);
        }
        return workload.belowMinimum()
                ? because(
                        seen,
                        ReadinessReason.BecameUnavailable,
                        workload.available() + " available, at least " + workload.minimumAvailable() + " are needed")
                : because(seen, ReadinessReason.Scaling, seen.message());
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
    private static Reason asSeen(ObservedObject seen, ReadinessReason otherwise) {
        String reason = seen.reason() == null || seen.reason().isEmpty() ? otherwise.name() : seen.reason();
        return new Reason(NAME, seen.name(), otherwise.verdict(), reason, seen.message());
    }

    private static Reason because(ObservedObject seen, ReadinessReason reason, @Nullable String message) {
        return new Reason(NAME, seen.name(), reason.verdict(), reason.name(), message);
    }

    /**
     * What the check says.
     *
     * @param reasons one for each object
     * @param memory by object id, what is to be remembered of it
     */
    public record Judgement(List<Reason> reasons, Map<String, ObjectMemory> memory) {}
}
