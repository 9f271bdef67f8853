package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is seen of a cluster whose controllers have stopped: everything is stored, nothing observed. */
interface DeadControllersContract {
    @Test
    @DisplayName("H3 without controllers a new generation is never observed")
    default void aNewGenerationIsNotObservedUntilTheControllersAreBack(Space space, ClusterUnderTest cluster) {
        space.apply(deployment("web", 1, "ready")).is(201);
        space.until("Deployment", "web", now -> assertEquals(1, now.number("/status/availableReplicas")));
        cluster.stopControllers();
        try {
            Answer applied = space.apply(deployment("web", 1, "ready 10ms")).is(200);
            assertEquals(2, applied.generation());
            assertEquals(1, applied.number("/status/observedGeneration"));
            assertEquals("True NewReplicaSetAvailable", applied.condition("Progressing"));
            space.delete("Deployment", "web", "propagationPolicy: Foreground").is(200);
            Answer stays = space.get("Deployment", "web").is(200);
            assertTrue(stays.body().path("metadata").has("deletionTimestamp"));
            assertEquals(1, stays.number("/status/observedGeneration"));
        } finally {
            cluster.startControllers();
        }
        space.untilGone("Deployment", "web");
    }
}
