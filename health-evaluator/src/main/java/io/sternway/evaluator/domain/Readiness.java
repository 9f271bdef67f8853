package io.sternway.evaluator.domain;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The built-in check {@code readiness}: what an observed object means, given what was seen of it before at this epoch
 * (health.md, H3).
 */
final class Readiness {

    static final String CHECK = "readiness";

    private Readiness() {}

    /**
     * Judges one object.
     *
     * @param seen what it looks like now
     * @param memory what was seen of it at this epoch
     * @param atApply the Progressing condition that stood there when the apply returned
     */
    static Judgement judge(ObjectSeen seen, ObjectMemory memory, @Nullable Progress atApply) {
        Finding finding = find(seen, memory, atApply);
        boolean passed = memory.passed() || finding.verdict == Verdict.Pass;
        return new Judgement(
                new Reason(CHECK, seen.name(), finding.verdict, finding.reason, finding.message),
                new ObjectMemory(passed, deadlineExceededAt(seen)));
    }

    private static Finding find(ObjectSeen seen, ObjectMemory memory, @Nullable Progress atApply) {
        return switch (seen.status()) {
            case Current -> new Finding(Verdict.Pass, textOr(seen.reason(), "Current"), seen.message());
            case Failed -> new Finding(Verdict.Fail, textOr(seen.reason(), "Failed"), seen.message());
            case NotFound ->
                memory.passed() && isJob(seen)
                        ? new Finding(Verdict.Pass, "JobCompleted", "it completed, and is gone by its TTL")
                        : new Finding(Verdict.Fail, "NotFound", "it was applied and is not there any more");
            case Unknown -> new Finding(Verdict.Error, textOr(seen.reason(), "Unreadable"), seen.message());
            case Terminating -> new Finding(Verdict.Progressing, "Terminating", seen.message());
            case InProgress ->
                seen.workload() == null
                        ? new Finding(Verdict.Progressing, textOr(seen.reason(), "InProgress"), seen.message())
                        : findWorkload(seen, seen.workload(), memory, atApply);
        };
    }

    private static Finding findWorkload(
            ObjectSeen seen, Workload workload, ObjectMemory memory, @Nullable Progress atApply) {
        boolean progressing = !memory.passed() || workload.rolling();
        if (!workload.failedPods().isEmpty() && (progressing || workload.belowMinimum())) {
            return new Finding(Verdict.Fail, "PodsFailed", String.join("; ", workload.failedPods()));
        }
        if (deadlineCounts(workload.progress(), memory, atApply)) {
            return new Finding(Verdict.Fail, "ProgressDeadlineExceeded", seen.message());
        }
        if (progressing) {
            return new Finding(Verdict.Progressing, textOr(seen.reason(), "InProgress"), seen.message());
        }
        if (workload.belowMinimum()) {
            return new Finding(
                    Verdict.Fail,
                    "BecameUnavailable",
                    workload.available() + " available, at least " + workload.minimumAvailable() + " are needed");
        }
        return new Finding(Verdict.Pass, "Scaling", seen.message());
    }

    /** It counts if it did not stand there when the apply returned, and the look before this one saw it too. */
    private static boolean deadlineCounts(
            @Nullable Progress progress, ObjectMemory memory, @Nullable Progress atApply) {
        if (progress == null || !progress.deadlineExceeded() || progress.equals(atApply)) {
            return false;
        }
        return Objects.equals(textOr(progress.lastUpdateTime(), ""), memory.deadlineExceededAt());
    }

    private static @Nullable String deadlineExceededAt(ObjectSeen seen) {
        Workload workload = seen.workload();
        Progress progress = workload == null ? null : workload.progress();
        return progress != null && progress.deadlineExceeded() ? textOr(progress.lastUpdateTime(), "") : null;
    }

    private static boolean isJob(ObjectSeen seen) {
        return seen.name().kind().equals("Job") && seen.name().apiVersion().startsWith("batch/");
    }

    private static String textOr(@Nullable String text, String otherwise) {
        return text == null || text.isEmpty() ? otherwise : text;
    }

    /** A judged object, and what is to be remembered of it. */
    record Judgement(Reason reason, ObjectMemory memory) {}

    private record Finding(
            Verdict verdict, String reason, @Nullable String message) {}
}
