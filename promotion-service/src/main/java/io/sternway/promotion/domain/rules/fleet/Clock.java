package io.sternway.promotion.domain.rules.fleet;

import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.model.fleet.PartitionView.Deaf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock by which deadlines, soaks and delays of a partition's targets run (A8): while the
 * partition is deaf the fault is ours, and the clock stands still until three intervals after it is heard again. While
 * a partition has been silent for more than three intervals and it is not yet sure whether it is deaf, nothing is due.
 */
public final class Clock {

    private final List<Deaf> deaf;
    private final @Nullable Instant silentSince;

    private Clock(List<Deaf> deaf, @Nullable Instant silentSince) {
        this.deaf = deaf;
        this.silentSince = silentSince;
    }

    /**
     * The clock of a partition.
     *
     * @param partition how it was heard; absent if it never was: its clock has not begun to run
     * @param now the database's clock
     */
    public static Clock of(@Nullable PartitionView partition, Instant now) {
        if (partition == null) {
            return new Clock(List.of(), Instant.MIN);
        }
        boolean silent = Duration.between(partition.heardAt(), now)
                        .compareTo(partition.interval().multipliedBy(3))
                > 0;
        return new Clock(partition.deaf(), silent ? partition.heardAt() : null);
    }

    /**
     * When a duration will have passed, not counting the times in which the clock stood still; absent while it stands
     * still and the duration had not passed before.
     */
    public @Nullable Instant due(Instant from, Duration duration) {
        Instant cursor = from;
        Duration left = duration;
        for (Deaf gap : deaf) {
            if (!gap.until().isAfter(cursor)) {
                continue;
            }
            Duration ran = cursor.isBefore(gap.from()) ? Duration.between(cursor, gap.from()) : Duration.ZERO;
            if (ran.compareTo(left) >= 0) {
                break;
            }
            left = left.minus(ran);
            cursor = gap.until();
        }
        Instant at = cursor.plus(left);
        return silentSince != null && at.isAfter(silentSince) ? null : at;
    }
}
