package io.sternway.promotion.domain.rules.stage;

import io.sternway.settings.RolloutStrategy;
import java.util.List;

/**
 * Which targets may start now: a pure function of how all of them stand (R7). That too many have failed is
 * {@link StageFailure}'s matter.
 */
public final class RolloutPlanner {

    private RolloutPlanner() {}

    /** How a target stands for the planner. */
    public enum Standing {
        /** Not dispatched yet. */
        Waiting,
        /** Dispatched, and neither soaked nor given up: it takes a slot. */
        InFlight,
        /** Healthy for long enough, or given up. */
        Settled
    }

    /**
     * One target.
     *
     * @param cluster its cluster
     * @param standing how it stands
     */
    public record Candidate(String cluster, Standing standing) {}

    /** The clusters that may start now; the order of the candidates is the order in which they start. */
    public static List<String> start(RolloutStrategy strategy, List<Candidate> candidates) {
        int total = candidates.size();
        int limit = strategy.type() == RolloutStrategy.Type.All
                ? total
                : strategy.maxConcurrency().asConcurrency(total);
        long inFlight = candidates.stream()
                .filter(c -> c.standing() == Standing.InFlight)
                .count();
        return candidates.stream()
                .filter(c -> c.standing() == Standing.Waiting)
                .limit(Math.max(0, limit - inFlight))
                .map(Candidate::cluster)
                .toList();
    }
}
