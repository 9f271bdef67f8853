package io.sternway.promotion.domain.rules.fleet;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import io.sternway.promotion.domain.model.fleet.PartitionView.Deaf;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a ClusterReported changes (A8): reached or not, it is heard; only reached it is fresh. The
 * caller merges the partition first, then the cluster with the partition as it was <em>before</em> the merge.
 */
public final class Hearing {

    private static final Duration SHORTEST_DEAFNESS = Duration.ofSeconds(30);
    private static final int REMEMBERED = 32;

    private Hearing() {}

    /**
     * A report of one of its clusters came.
     *
     * @param before the partition; absent before its first report
     * @param interval the report's interval
     * @param now the database's clock at receipt
     */
    public static PartitionView partition(@Nullable PartitionView before, Duration interval, Instant now) {
        if (before == null) {
            return new PartitionView(now, now, interval, List.of(), null);
        }
        Duration silence = Duration.between(before.heardAt(), now);
        Duration longest = longer(interval, before.interval());
        List<Deaf> deaf = before.deaf();
        if (silence.compareTo(deafAfter(longest)) > 0) {
            deaf = new ArrayList<>(deaf);
            deaf.add(new Deaf(before.heardAt(), now.plus(longest.multipliedBy(3))));
            deaf = deaf.subList(Math.max(0, deaf.size() - REMEMBERED), deaf.size());
        }
        boolean unbroken = silence.compareTo(longest.multipliedBy(3)) <= 0;
        return new PartitionView(now, unbroken ? before.heardSince() : now, interval, deaf, before.caughtUpAt());
    }

    /**
     * A report of this cluster came.
     *
     * @param before the cluster; absent before its first report
     * @param partition its partition's number
     * @param heard its partition as it was before this report; absent before the partition's first
     * @param reached whether it was reached
     * @param interval the report's interval
     * @param now the database's clock at receipt
     */
    public static ClusterView cluster(
            @Nullable ClusterView before,
            int partition,
            @Nullable PartitionView heard,
            boolean reached,
            Duration interval,
            Instant now) {
        if (before == null) {
            return new ClusterView(partition, reached, interval, now, reached ? now : null, reached ? now : null, 0);
        }
        long returns = before.returns() + (reached && !before.reached() ? 1 : 0);
        if (!reached) {
            return new ClusterView(
                    partition, false, interval, now, before.freshAt(), before.freshSince(), before.returns());
        }
        boolean unbroken = before.freshSince() != null && !Freshness.ownGap(before, heard, now);
        return new ClusterView(partition, true, interval, now, now, unbroken ? before.freshSince() : now, returns);
    }

    /** When a partition that is not heard counts as deaf: after 30 s, or three intervals if that is longer. */
    public static Duration deafAfter(Duration interval) {
        return longer(SHORTEST_DEAFNESS, interval.multipliedBy(3));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
