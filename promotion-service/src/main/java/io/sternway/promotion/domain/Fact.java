package io.sternway.promotion.domain;

import io.sternway.promotion.domain.target.DeploymentFact;
import io.sternway.promotion.domain.target.HealthFact;

/**
 * News about one target. Facts are merged whatever the phase: the newest of its kind wins, only older ones are ignored
 * (architecture.md, rule 3), so the order in which the topics are read does not matter.
 */
public sealed interface Fact {

    /** The cluster that it is about. */
    String cluster();

    /** The id of the event that brought it; the cause of what follows. */
    String event();

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
