package io.sternway.promotion.domain.rules.stage;

import io.sternway.settings.RolloutStrategy;
import java.util.List;

/**
 * Which targets may start now: a pure function of how all of them stand (R7). Breach first, then what may start.
 */
public final class RolloutPlanner {

    private RolloutPlanner() {}

    /** How a target stands for the planner. */
    public enum Standing {
        /** Not dispatched yet. */
        Waiting,
        /** Not dispatched yet, and its cluster is paused: it takes no slot (R7). */
        Paused,
        /** Dispatched, and neither soaked nor given up: it takes a slot. */
        InFlight,
        /** Healthy for long enough. */
        Done,
        /** Given up. */
        Failed
    }

    /**
     * One target.
     *
     * @param cluster its cluster
     * @param standing how it stands
     */
    public record Candidate(String cluster, Standing standing) {}

    /**
     * What may be done.
     *
     * @param breach more targets have failed than are tolerated: nothing may start
     * @param failed how many have failed
     * @param tolerated how many may
     * @param start what may start now, in the order given
     */
    public record Plan(boolean breach, int failed, int tolerated, List<String> start) {
        public Plan {
            start = List.copyOf(start);
        }
    }

    /** Plans; the order of the candidates is the order in which they start. */
    public static Plan plan(RolloutStrategy strategy, List<Candidate> candidates) {
        int total = candidates.size();
        int tolerated = strategy.toleratedFailures(total);
        int failed = count(candidates, Standing.Failed);
        if (failed > tolerated) {
            return new Plan(true, failed, tolerated, List.of());
        }
        int limit = strategy.type() == RolloutStrategy.Type.All
                ? total
                : strategy.maxConcurrency().asConcurrency(total);
        int free = Math.max(0, limit - count(candidates, Standing.InFlight));
        List<String> start = candidates.stream()
                .filter(c -> c.standing() == Standing.Waiting)
                .limit(free)
                .map(Candidate::cluster)
                .toList();
        return new Plan(false, failed, tolerated, start);
    }

    private static int count(List<Candidate> candidates, Standing standing) {
        return (int) candidates.stream().filter(c -> c.standing() == standing).count();
    }
}
