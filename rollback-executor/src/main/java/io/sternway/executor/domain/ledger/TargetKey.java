package io.sternway.executor.domain.ledger;

/**
 * Names a target.
 *
 * @param project the project
 * @param promotion the promotion
 * @param cluster the cluster
 */
public record TargetKey(String project, String promotion, String cluster) {

    /** {@code cluster/project/promotion}: the key on the deployments topic. */
    @Override
    public String toString() {
        return cluster + "/" + project + "/" + promotion;
    }
}
