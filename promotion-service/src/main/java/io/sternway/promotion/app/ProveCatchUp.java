package io.sternway.promotion.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers decisions that need proof, before a deadline acts, that everything published until then was merged: asks where
 * partitions end, looks how far the consumers are, notes each proof by itself, and makes due whose partitions are all
 * proven (A8). Nothing is kept for long: a decision that still needs proof asks again.
 */
@ApplicationScoped
public class ProveCatchUp {

    private final CatchUp catchUp;
    private final Proofs proofs;
    private final Map<String, Set<Integer>> waiting = new HashMap<>();

    ProveCatchUp(CatchUp catchUp, Proofs proofs) {
        this.catchUp = catchUp;
        this.proofs = proofs;
    }

    /**
     * Asks, and waits for nothing.
     *
     * @param wanted promotions and the partitions that they ask about
     * @param now the database's clock when they were decided
     */
    public void ask(Map<String, Set<Integer>> wanted, Instant now) {
        Set<Integer> partitions = new TreeSet<>();
        synchronized (waiting) {
            wanted.forEach((promotion, asked) -> {
                waiting.put(promotion, new HashSet<>(asked));
                partitions.addAll(asked);
            });
        }
        catchUp.ask(partitions, now);
    }

    /** Whether there is anything to look for. */
    public boolean isAsked() {
        return catchUp.isAsked();
    }

    /** Looks once, and notes what is proven by now. */
    public void look() {
        Map<Integer, Instant> proven = catchUp.proven();
        if (!proven.isEmpty()) {
            proofs.note(proven, served(proven.keySet()));
        }
    }

    private Set<String> served(Set<Integer> proven) {
        Set<String> served = new TreeSet<>();
        synchronized (waiting) {
            waiting.forEach((promotion, missing) -> {
                if (missing.removeAll(proven) && missing.isEmpty()) {
                    served.add(promotion);
                }
            });
            waiting.keySet().removeAll(served);
        }
        return served;
    }

    /** The transaction in which proofs are noted. */
    @ApplicationScoped
    public static class Proofs {

        private final Fleet fleet;
        private final DueTimes dueTimes;

        Proofs(Fleet fleet, DueTimes dueTimes) {
            this.fleet = fleet;
            this.dueTimes = dueTimes;
        }

        @Transactional
        void note(Map<Integer, Instant> proven, Set<String> served) {
            fleet.caughtUp(proven);
            dueTimes.makeDue(served);
        }
    }
}
