package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.promotion.domain.fleet.PartitionView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A deadline acts only when it has passed by a clock that stands still while we are deaf, and everything that was
 * published until then is merged (architecture.md, rule 8).
 */
public final class Deadline {

    private static final Duration DEAF_LOOK = Duration.ofSeconds(5);
    private static final Duration CATCH_UP_LOOK = Duration.ofSeconds(1);

    private Deadline() {}

    /**
     * Whether it may act now. If not, the draft knows when to look again, or what must be read to the end first.
     *
     * @param draft the decision
     * @param cluster whose deadline
     * @param from from when it runs
     * @param duration how long
     */
    public static boolean acts(Draft draft, String cluster, Instant from, Duration duration) {
        Instant due = passes(draft, cluster, from, duration);
        if (due == null || due.isAfter(draft.now())) {
            return false;
        }
        PartitionView partition = draft.partitionOf(cluster);
        Instant caughtUp = partition == null ? null : partition.caughtUpAt();
        if (caughtUp == null || caughtUp.isBefore(due)) {
            draft.catchUp(cluster);
            draft.lookAgainIn(CATCH_UP_LOOK);
            return false;
        }
        return true;
    }

    /** Whether a time of waiting is over; nothing needs to be read first, since only good news ends well. */
    public static boolean over(Draft draft, String cluster, Instant from, Duration duration) {
        Instant due = passes(draft, cluster, from, duration);
        return due != null && !due.isAfter(draft.now());
    }

    private static @Nullable Instant passes(Draft draft, String cluster, Instant from, Duration duration) {
        Instant due = draft.clock(cluster).due(from, duration);
        if (due == null) {
            draft.lookAgainIn(DEAF_LOOK);
        } else if (due.isAfter(draft.now())) {
            draft.dueAt(due);
        }
        return due;
    }
}
