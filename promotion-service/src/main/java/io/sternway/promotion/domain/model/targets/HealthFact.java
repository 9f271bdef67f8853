package io.sternway.promotion.domain.model.targets;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.sternway.vocabulary.HealthState;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest that the evaluator said about a target.
 *
 * @param epoch the epoch that the target holds
 * @param transition counts the changes of state at this epoch
 * @param term with {@code counter} the observation that it rests on (H5)
 * @param counter see {@code term}
 * @param state the state
 * @param since when it began, by the broker's clock; for people only
 * @param receivedAt when we first heard of it, by the database's clock: soak and delay run from here (R10)
 * @param steady false while it is Ready and changes without failing: gates wait for it (H16); absent: true
 * @param reasons why, for people: every reason (H6)
 */
@RecordBuilder
public record HealthFact(
        long epoch,
        long transition,
        long term,
        long counter,
        HealthState state,
        Instant since,
        Instant receivedAt,
        @Nullable Boolean steady,
        List<String> reasons)
        implements HealthFactBuilder.With {

    // HealthUnknown by silence keeps the transition and the observation of what it follows (H10): it is the later one.
    private static final Comparator<HealthFact> AGE = Comparator.comparingLong(HealthFact::epoch)
            .thenComparingLong(HealthFact::transition)
            .thenComparingLong(HealthFact::term)
            .thenComparingLong(HealthFact::counter)
            .thenComparing(f -> f.state == HealthState.Unknown);

    public HealthFact {
        reasons = List.copyOf(reasons);
    }

    /** Nothing changes there that a gate should wait for (H16). */
    public boolean standsStill() {
        return !Boolean.FALSE.equals(steady);
    }

    /** Newer: later by epoch, transition and observation. */
    public boolean newerThan(@Nullable HealthFact other) {
        return other == null || AGE.compare(this, other) > 0;
    }
}
