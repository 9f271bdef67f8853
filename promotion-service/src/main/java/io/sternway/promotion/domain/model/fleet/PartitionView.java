package io.sternway.promotion.domain.model.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a partition of the health topic was heard.
 *
 * @param heardAt the last report of any of its clusters
 * @param heardSince since when it has been heard without a silence of more than three intervals
 * @param interval the longest interval that its clusters announced lately
 * @param deaf past times in which its clocks stood still, the latest last
 * @param caughtUpAt the latest time of which it is proven that everything published until then is merged; absent if it
 *     never was proven
 */
public record PartitionView(
        Instant heardAt,
        Instant heardSince,
        Duration interval,
        List<Deaf> deaf,
        @Nullable Instant caughtUpAt) {

    public PartitionView {
        deaf = List.copyOf(deaf);
    }

    /**
     * A time in which clocks stood still.
     *
     * @param from when it was last heard before
     * @param until three intervals after it was heard again
     */
    public record Deaf(Instant from, Instant until) {}
}
