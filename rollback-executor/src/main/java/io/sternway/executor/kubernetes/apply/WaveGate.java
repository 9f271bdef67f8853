package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEndedException;
import io.sternway.executor.app.Pause;
import io.sternway.executor.app.Permit;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.WaveReadiness;
import io.sternway.executor.domain.ledger.AppliedObject;
import io.sternway.executor.domain.ledger.AppliedObject.Progressing;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.ClusterApi.Ok;
import io.sternway.vocabulary.DeploymentReason;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Between two waves (K3, K12): waits a moment until everything written so far is ready. What failed for good ends the
 * attempt with that evidence; what takes longer is waited for in the next attempt.
 */
final class WaveGate {
    /** From 50 ms on, twice as long each time, a second at most: five seconds in all. */
    private static final int LOOKS = 9;

    private static final long FIRST_MILLIS = 50;
    private static final long LONGEST_MILLIS = 1000;

    private final ClusterApi api;
    private final Permit permit;
    private final BiConsumer<List<PlannedObject>, Consumer<PlannedObject>> each;
    private final Set<PlannedObject> stuck = ConcurrentHashMap.newKeySet();

    /** @param each does something for all of these, several at the same time */
    WaveGate(ClusterApi api, Permit permit, BiConsumer<List<PlannedObject>, Consumer<PlannedObject>> each) {
        this.api = api;
        this.permit = permit;
        this.each = each;
    }

    /** Waits for all of these. */
    void await(List<PlannedObject> written) {
        List<PlannedObject> waits = written.stream()
                .filter(planned -> planned.job != JobRule.Step.LeaveOut && planned.job != JobRule.Step.Delete)
                .toList();
        for (int i = 0; i < LOOKS; i++) {
            Map<PlannedObject, String> missing = new ConcurrentHashMap<>();
            each.accept(waits, planned -> {
                String lacks = missing(planned);
                if (lacks != null) {
                    missing.put(planned, lacks);
                }
            });
            if (missing.isEmpty()) {
                return;
            }
            waits = waits.stream().filter(missing::containsKey).toList();
            if (i == LOOKS - 1) {
                PlannedObject first = waits.stream()
                        .min(Comparator.comparing(planned -> planned.name.toString()))
                        .orElseThrow();
                throw AttemptEndedException.soon(
                        DeploymentReason.WaveNotReady,
                        "the next wave waits for " + first.name + ": " + missing.get(first));
            }
            Pause.millis(Math.min(LONGEST_MILLIS, FIRST_MILLIS << i));
            permit.check();
        }
    }

    private @Nullable String missing(PlannedObject planned) {
        if (!(api.get(planned.path()) instanceof Ok ok)) {
            return "it cannot be read";
        }
        Map<String, Object> live = ok.object();
        String failure = WaveReadiness.jobFailure(live);
        if (failure != null) {
            throw failed(planned, DeploymentReason.JobFailed, failure);
        }
        String stands = WaveReadiness.noProgress(live);
        if (stands != null && !stoodAtTheApply(planned) && !stuck.add(planned)) {
            throw failed(planned, DeploymentReason.ProgressDeadlineExceeded, stands);
        }
        return WaveReadiness.missing(live);
    }

    /** What stood there when this apply returned may be left from before; not if an earlier attempt of it had written. */
    private static boolean stoodAtTheApply(PlannedObject planned) {
        AppliedObject applied = planned.applied;
        Progressing then = applied == null ? null : applied.progressing();
        return !planned.begunBefore && then != null && "ProgressDeadlineExceeded".equals(then.reason());
    }

    private static AttemptEndedException failed(PlannedObject planned, DeploymentReason reason, String words) {
        return AttemptEndedException.refused(List.of(new Fault(planned.name, reason.name(), words, null, null, true)));
    }
}
