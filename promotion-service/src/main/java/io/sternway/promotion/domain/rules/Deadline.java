package io.sternway.promotion.domain.rules;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a time has passed on the clock of a cluster, which stands still while we are deaf (A8).
 *
 * @param passed it has
 * @param at when it does, or did; absent while the clock stands still
 * @param again when to ask again, and what must be read to its end first
 */
public record Deadline(boolean passed, @Nullable Instant at, LookAgain again) {
    private static final Duration DEAF_LOOK = Duration.ofSeconds(5);
    private static final Duration CATCH_UP_LOOK = Duration.ofSeconds(1);

    /**
     * A time at which something bad follows: it counts as passed only when everything that was published until then is
     * merged.
     *
     * @param cluster whose clock
     * @param from from when it runs
     * @param duration how long
     */
    public static Deadline strict(Situation situation, String cluster, Instant from, Duration duration) {
        Deadline waited = of(situation, cluster, from, duration);
        if (!waited.passed) {
            return waited;
        }
        PartitionView partition = situation.partitionOf(cluster);
        Instant caughtUp = partition == null ? null : partition.caughtUpAt();
        if (caughtUp != null && waited.at != null && !caughtUp.isBefore(waited.at)) {
            return waited;
        }
        ClusterView view = situation.cluster(cluster);
        LookAgain soon = LookAgain.in(CATCH_UP_LOOK, situation.now());
        return new Deadline(false, waited.at, view == null ? soon : new LookAgain(soon.at(), Set.of(view.partition())));
    }

    /** A time of waiting, at whose end something good follows: nothing needs to be read first. */
    public static Deadline of(Situation situation, String cluster, Instant from, Duration duration) {
        Instant due = situation.clock(cluster).due(from, duration);
        if (due == null) {
            return new Deadline(false, null, LookAgain.in(DEAF_LOOK, situation.now()));
        }
        boolean passed = !due.isAfter(situation.now());
        return new Deadline(passed, due, passed ? LookAgain.NEVER : LookAgain.at(due));
    }
}
