package io.sternway.sandbox.cluster.controllers;

import com.fasterxml.jackson.databind.JsonNode;

/** How far a rollout may go above and below the wanted number of Pods, in Pods. */
record Limits(int replicas, int maxSurge, int maxUnavailable) {
    static Limits of(JsonNode deployment) {
        int replicas = Json.number(deployment.path("spec").path("replicas"), 1);
        JsonNode strategy = deployment.path("spec").path("strategy");
        if (strategy.path("type").asText().equals("Recreate")) {
            return new Limits(replicas, 0, 0);
        }
        JsonNode rolling = strategy.path("rollingUpdate");
        int surge = Json.scaled(rolling.path("maxSurge"), replicas, true, 1);
        int unavailable = Json.scaled(rolling.path("maxUnavailable"), replicas, false, 0);
        if (surge == 0 && unavailable == 0) {
            unavailable = 1;
        }
        return new Limits(replicas, surge, Math.min(unavailable, replicas));
    }

    int minAvailable() {
        return replicas - maxUnavailable;
    }
}
