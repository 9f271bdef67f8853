package io.sternway.promotion.app;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Proof that what was published on partitions of health and deployments was read and merged (A8). Each
 * partition is proven by itself: one without a leader, or whose consumer lags, holds up no other.
 */
public interface CatchUp {

    /**
     * Asks where the partitions end, and waits for nothing. One that is asked about already keeps its older question.
     *
     * @param partitions partitions of the topics that are partitioned by cluster
     * @param at the database's clock, before this call
     */
    void ask(Set<Integer> partitions, Instant at);

    /** Whether anything was asked that is neither proven nor given up. */
    boolean isAsked();

    /**
     * The partitions that are proven since the last call, each with the time as it was asked: everything published until
     * then is merged. A partition whose end the broker did not tell is not asked about any more.
     */
    Map<Integer, Instant> proven();
}
