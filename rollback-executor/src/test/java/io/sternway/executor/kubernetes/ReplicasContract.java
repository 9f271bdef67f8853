package io.sternway.executor.kubernetes;

import static io.sternway.executor.kubernetes.Manifests.deployment;
import static io.sternway.executor.kubernetes.Space.notes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Fault;
import io.sternway.vocabulary.NoteKind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who decides on replicas (K9); run on the simulated and on the real cluster. */
abstract class ReplicasContract extends OwnershipContract {
    private static final String HPA = """
            ---
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: web, namespace: NS}
            spec:
              minReplicas: 2
              maxReplicas: 9
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
              metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
            """;

    @Test
    @DisplayName("K9 what an autoscaler has set is left alone, in a deployment and in a rollback")
    void anAutoscalersReplicasAreLeftAlone() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1") + HPA));
        scaled(space, "kube-controller-manager", 5);

        AttemptResult.Done deployed = space.applied(space.content(2, deployment("web", "web:2") + HPA));
        assertEquals(5, replicas(space));
        assertEquals(1, notes(deployed, NoteKind.LeftToAutoscaler).size());
        assertTrue(deployed.objects().stream()
                .anyMatch(object -> Boolean.TRUE.equals(object.autoscaled())
                        && Integer.valueOf(2).equals(object.wanted())));

        space.applied(space.rollback(3, 1, deployment("web", "web:1") + HPA));
        assertEquals(5, replicas(space));
    }

    @Test
    @DisplayName("K9 moving to an autoscaler keeps the number until it owns it")
    void movingToAnAutoscalerKeepsTheNumber() {
        Space space = space();
        String six = deployment("web", "web:1").replace("replicas: 2", "replicas: 6");
        String none = deployment("web", "web:2").replace("  replicas: 2\n", "");
        assertTrue(!none.contains("replicas"), none);
        space.applied(space.content(1, six));

        space.applied(space.content(2, none + HPA));
        assertEquals(6, replicas(space));
        space.applied(space.content(3, none + HPA));
        assertEquals(6, replicas(space));
        scaled(space, "kube-controller-manager", 8);
        space.applied(space.content(4, none + HPA));
        assertEquals(8, replicas(space));

        space.applied(space.rollback(5, 1, six));
        assertEquals(6, replicas(space));
    }

    @Test
    @DisplayName("K9 what a person has scaled is a conflict that says who, and goes back in a rollback")
    void aPersonsReplicasAreAConflict() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1")));
        scaled(space, "kubectl", 1);

        Fault fault = space.refused(space.content(2, deployment("web", "web:2")))
                .faults()
                .get(0);
        assertEquals("FieldManagerConflict", fault.reason());
        assertEquals("kubectl", fault.manager());
        assertEquals(1, replicas(space));

        space.applied(space.rollback(3, 1, deployment("web", "web:1")));
        assertEquals(2, replicas(space));
    }

    @Test
    @DisplayName("K9 what was scaled to nothing during the incident runs again after the rollback")
    void scaledToNothingGoesBack() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1")));
        space.applied(space.content(2, deployment("web", "web:2")));
        scaled(space, "kubectl", 0);

        space.applied(space.rollback(3, 1, deployment("web", "web:1")));
        assertEquals(2, replicas(space));
    }

    @Test
    @DisplayName("K9 an autoscaler of ours that the snapshot no longer has goes first, and does not count")
    void anAutoscalerThatLeaves() {
        Space space = space();
        space.applied(space.content(1, deployment("web", "web:1") + HPA));
        scaled(space, "kube-controller-manager", 5);

        AttemptResult.Done done = space.applied(space.content(2, deployment("web", "web:2")));
        assertEquals(2, replicas(space));
        assertEquals(List.of("web it goes before what it scales is written"), notes(done, NoteKind.Removed));
    }

    private static void scaled(Space space, String manager, int replicas) {
        space.cluster.edit(space.path("deployments", "web") + "/scale", manager, replicas, "spec", "replicas");
    }

    private static long replicas(Space space) {
        return Fields.number(space.cluster.get(space.path("deployments", "web")), -1, "spec", "replicas");
    }
}
