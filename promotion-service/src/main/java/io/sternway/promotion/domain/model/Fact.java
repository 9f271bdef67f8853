package io.sternway.promotion.domain.model;

import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.HealthFact;

/**
 * News about one target. Facts are merged whatever the phase: the newest of its kind wins, only older ones are ignored,
 * so the order in which the topics are read does not matter.
 */
public sealed interface Fact extends Input {

    /** The cluster that it is about. */
    String cluster();

    /**
     * From the deployments topic.
     *
     * @param event the event's id
     * @param cluster the cluster
     * @param deployment what the executor says
     */
    record DeploymentReported(String event, String cluster, DeploymentFact deployment) implements Fact {}

    /**
     * From the health topic: one of the Health events, or a target listed in a ClusterReported with a transition that is
     * not known yet (H10).
     *
     * @param event the event's id
     * @param cluster the cluster
     * @param health what the evaluator says; its {@code receivedAt} is the time of this decision
     */
    record HealthReported(String event, String cluster, HealthFact health) implements Fact {}
}
