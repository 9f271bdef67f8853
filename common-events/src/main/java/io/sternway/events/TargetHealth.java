package io.sternway.events;

import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole health of a target: the body of HealthProgressing, HealthReady, HealthDegraded, HealthFailed,
 * HealthRecovered and HealthUnknown.
 *
 * @param project the project
 * @param promotion the promotion
 * @param cluster the cluster
 * @param epoch the epoch that the target holds
 * @param transition counts the changes of state at this epoch from 1
 * @param state the state now
 * @param since when the state began, by the broker's clock
 * @param steady false while a Ready target changes without failing: gates wait for it (H16); absent: true
 * @param reasons why, every reason and not only the first (H6)
 * @param consecutiveFailures failing evaluations in a row
 * @param sequence the last observation that this rests on
 */
public record TargetHealth(
        String project,
        String promotion,
        String cluster,
        long epoch,
        long transition,
        HealthState state,
        Instant since,
        @Nullable Boolean steady,
        List<HealthReason> reasons,
        int consecutiveFailures,
        ObservationSequence sequence) {

    public TargetHealth {
        reasons = List.copyOf(reasons);
    }

    /** The target's name. */
    public TargetRef target() {
        return new TargetRef(project, promotion, cluster);
    }

    /**
     * One reason.
     *
     * @param check the check's name, for example readiness
     * @param object the object it is about, where there is one
     * @param verdict the verdict
     * @param reason CamelCase
     * @param message for people
     */
    public record HealthReason(
            String check,
            @Nullable ObjectRef object,
            Verdict verdict,
            String reason,
            @Nullable String message) {}
}
