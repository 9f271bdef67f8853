package io.sternway.promotion.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers decisions that need proof, before a deadline acts, that everything published until then was merged: notes the
 * time, waits for the consumers, notes the proof and makes the promotions due (architecture.md, rule 8).
 */
@ApplicationScoped
public class ProveCatchUp {

    private final CatchUp catchUp;
    private final Steps steps;

    ProveCatchUp(CatchUp catchUp, Steps steps) {
        this.catchUp = catchUp;
        this.steps = steps;
    }

    /**
     * Waits outside of any transaction.
     *
     * @param wanted promotions and the partitions that they ask about
     */
    public void prove(Map<String, Set<Integer>> wanted) {
        Set<Integer> partitions = new TreeSet<>();
        wanted.values().forEach(partitions::addAll);
        Instant noted = steps.now();
        if (catchUp.await(partitions)) {
            steps.proven(partitions, noted, wanted.keySet());
        }
    }

    /** The two transactions around the wait. */
    @ApplicationScoped
    public static class Steps {

        private final Fleet fleet;
        private final Promotions promotions;
        private final DueTimes dueTimes;

        Steps(Fleet fleet, Promotions promotions, DueTimes dueTimes) {
            this.fleet = fleet;
            this.promotions = promotions;
            this.dueTimes = dueTimes;
        }

        @Transactional
        Instant now() {
            return promotions.now();
        }

        @Transactional
        void proven(Set<Integer> partitions, Instant at, Set<String> waiting) {
            fleet.caughtUp(partitions, at);
            dueTimes.makeDue(waiting);
        }
    }
}
