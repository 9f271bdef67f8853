package io.sternway.promotion.app;

import java.util.Set;

/** Proof that what was published on partitions of health and deployments was read and merged (architecture.md, rule 8). */
public interface CatchUp {

    /**
     * Reads where the partitions end, and waits until what lies before was merged.
     *
     * @param partitions partitions of the topics that are partitioned by cluster
     * @return false if that took too long or the broker did not answer: then nothing is proven
     */
    boolean await(Set<Integer> partitions);
}
