package io.sternway.events;

import io.sternway.vocabulary.HealthState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every tick: this cluster was looked at, and this is how its targets stand (A8). State, not a
 * fact to keep: the newest wins.
 *
 * @param cluster the cluster
 * @param reached whether the API server answered
 * @param interval how long until the next report is due
 * @param sequence the observation that it repeats
 * @param targets the targets looked at; empty when not reached
 */
public record ClusterReported(
        String cluster,
        boolean reached,
        Duration interval,
        ObservationSequence sequence,
        List<ReportedTarget> targets) {

    public ClusterReported {
        targets = List.copyOf(targets);
    }

    /**
     * A target's health in short.
     *
     * @param project the project
     * @param promotion the promotion
     * @param epoch the epoch that it holds
     * @param transition the number of its last transition at that epoch
     * @param state its state
     * @param since when the state began
     * @param steady false while a Ready target changes without failing: gates wait for it (H16); absent: true
     * @param reasonsHash hash of the reasons, so that a change shows
     */
    public record ReportedTarget(
            String project,
            String promotion,
            long epoch,
            long transition,
            HealthState state,
            Instant since,
            @Nullable Boolean steady,
            String reasonsHash) {}
}
