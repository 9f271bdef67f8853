package io.sternway.events;

/**
 * Names a target: one promotion on one cluster. All parts are DNS labels.
 *
 * @param project the project that owns the promotion
 * @param promotion the promotion
 * @param cluster the cluster, as the inventory names it
 */
public record TargetRef(String project, String promotion, String cluster) {

    /** The key on the topics that are partitioned by cluster: {@code cluster/project/promotion}. */
    public String key() {
        return cluster + "/" + project + "/" + promotion;
    }

    /** The promotion that the target belongs to. */
    public PromotionRef promotionRef() {
        return new PromotionRef(project, promotion);
    }

    /**
     * Reads a key of the topics that are partitioned by cluster.
     *
     * @throws IllegalArgumentException if the key has not exactly three parts
     */
    public static TargetRef ofKey(String key) {
        String[] parts = key.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("a target's key is cluster/project/promotion, not " + key);
        }
        return new TargetRef(parts[1], parts[2], parts[0]);
    }
}
