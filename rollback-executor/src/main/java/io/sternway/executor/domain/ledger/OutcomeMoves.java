package io.sternway.executor.domain.ledger;

import io.sternway.vocabulary.Outcome;
import java.util.Map;
import java.util.Set;

/** How far an epoch may come (X1). */
public final class OutcomeMoves {
    private static final Map<Outcome, Set<Outcome>> LEGAL = Map.of(Outcome.Pending, Set.of(Outcome.values()));

    private OutcomeMoves() {}

    /** Whether an epoch may move from one to the other; a pair that is not listed is not legal. A new epoch is Pending. */
    public static boolean isLegal(Outcome from, Outcome to) {
        return LEGAL.getOrDefault(from, Set.of()).contains(to);
    }
}
