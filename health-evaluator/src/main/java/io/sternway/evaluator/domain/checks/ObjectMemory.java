package io.sternway.evaluator.domain.checks;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.evaluator.domain.observed.FailedPod;
import io.sternway.evaluator.domain.observed.ObservedObject;
import io.sternway.evaluator.domain.observed.RolloutProgress;
import io.sternway.evaluator.domain.observed.Workload;
import io.sternway.vocabulary.ObjectStatus;
import io.sternway.vocabulary.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has to be remembered of one object at one epoch (H5).
 *
 * @param passed it has passed at this epoch
 * @param deadlineExceededAt lastUpdateTime of a ProgressDeadlineExceeded that the previous look saw
 * @param wanted how many replicas were wanted at the last look that was Current (H14); absent: not known
 * @param template its Pod template at that look (H16); absent: not known
 * @param failingSince since when every look has found it failing transiently (H15); absent: the last look did not
 * @param crashesBefore by Pod, how often it had crashed before this epoch (H15); absent: it was not looked at
 * @param last what the last observed look found (H16); absent: there was none
 * @param observedAt when that was
 */
@RecordBuilder
public record ObjectMemory(
        boolean passed,
        @Nullable String deadlineExceededAt,
        @Nullable Integer wanted,
        @Nullable String template,
        @Nullable Instant failingSince,
        @Nullable Map<String, Integer> crashesBefore,
        @Nullable Finding last,
        @Nullable Instant observedAt)
        implements ObjectMemoryBuilder.With {

    static final ObjectMemory NONE = new ObjectMemory(false, null, null, null, null, null, null, null);

    /** So long a look that its controller has not caught up with changes nothing (H16). */
    private static final Duration UNOBSERVED = Duration.ofSeconds(10);

    /** So many Pods of one object are remembered. */
    private static final int MOST_PODS = 100;

    public ObjectMemory {
        crashesBefore = crashesBefore == null ? null : Map.copyOf(crashesBefore);
    }

    /** What is found while its controller has not seen the newest generation: what was found before, for a while (H16). */
    @Nullable
    Finding kept(ObservedObject seen, Instant now) {
        boolean lately = observedAt != null && !now.isAfter(observedAt.plus(UNOBSERVED));
        return seen.unobserved() && lately ? last : null;
    }

    /** Whether another Pod template is being rolled out than the one that has passed (H14). */
    boolean rollsAgain(Workload workload) {
        return passed
                && (workload.rolling()
                        || (template != null && workload.template() != null && !template.equals(workload.template())));
    }

    /** How often a Pod had crashed before this epoch. */
    int crashesBefore(FailedPod pod) {
        return crashesBefore == null
                ? 0
                : Math.min(crashesBefore.getOrDefault(pod.name(), 0), DefiniteFailures.crashes(pod) - 1);
    }

    /** The same, and how often Pods that this apply did not change had crashed before. */
    ObjectMemory countingFrom(Workload workload, AppliedObject applied) {
        if (!applied.templateKept()) {
            return this;
        }
        boolean firstLook = crashesBefore == null;
        Map<String, Integer> before = new HashMap<>(crashesBefore == null ? Map.of() : crashesBefore);
        for (FailedPod pod : workload.failedPods()) {
            if (before.size() < MOST_PODS) {
                before.putIfAbsent(pod.name(), DefiniteFailures.crashes(pod) - (firstLook ? 0 : 1));
            }
        }
        return withCrashesBefore(before);
    }

    /** After a look that was judged anew. */
    ObjectMemory after(ObservedObject seen, Finding found, Instant now) {
        Workload workload = seen.workload();
        RolloutProgress progress = seen.progress();
        boolean current = seen.status() == ObjectStatus.Current && workload != null;
        boolean failing = found.reason().verdict() == Verdict.Fail && !found.definite();
        Instant since = failingSince == null ? now : failingSince;
        return with(memory -> {
            memory.passed(passed || found.reason().verdict() == Verdict.Pass)
                    .deadlineExceededAt(progress == null ? null : progress.deadlineExceededAt())
                    .failingSince(failing ? since : null);
            if (current && workload != null) {
                memory.wanted(workload.desired()).template(workload.template());
            }
            if (!seen.unobserved()) {
                memory.last(found).observedAt(now);
            }
        });
    }

    /** Whether it has been failing transiently for that long. */
    boolean failingFor(Duration grace, Instant now) {
        return failingSince != null && !now.isBefore(failingSince.plus(grace));
    }
}
