package io.sternway.sandbox.cluster.controllers.workloads;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.controllers.work.Json;

/** How far a rollout may go above and below the wanted number of Pods, in Pods. */
record RolloutLimits(int replicas, int maxSurge, int maxUnavailable) {
    static RolloutLimits of(JsonNode deployment) {
        int replicas = Json.number(deployment.at("/spec/replicas"), 1);
        JsonNode strategy = deployment.at("/spec/strategy");
        if (strategy.path("type").asText().equals("Recreate")) {
            return new RolloutLimits(replicas, 0, 0);
        }
        JsonNode rolling = strategy.path("rollingUpdate");
        int surge = Json.scaled(rolling.path("maxSurge"), replicas, true, 1);
        int unavailable = Json.scaled(rolling.path("maxUnavailable"), replicas, false, 0);
        if (surge == 0 && unavailable == 0) {
            unavailable = 1;
        }
        return new RolloutLimits(replicas, surge, Math.min(unavailable, replicas));
    }

    int minAvailable() {
        return replicas - maxUnavailable;
    }
}
