package io.sternway.sandbox.cluster.controllers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static Limits rolling(int replicas, String surge, String unavailable) {
        ObjectNode deployment = Json.object();
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("strategy")
                .put("type", "RollingUpdate")
                .putObject("rollingUpdate")
                .put("maxSurge", surge)
                .put("maxUnavailable", unavailable);
        return Limits.of(deployment);
    }

    @Test
    void surgeIsRoundedUpAndUnavailableDown() {
        assertEquals(new Limits(3, 1, 0), rolling(3, "25%", "25%"));
        assertEquals(new Limits(10, 3, 2), rolling(10, "25%", "25%"));
    }

    @Test
    void bothZeroWouldNeverMoveSoOneMayBeUnavailable() {
        assertEquals(new Limits(3, 0, 1), rolling(3, "0%", "25%"));
    }

    @Test
    void noMoreThanAllCanBeUnavailable() {
        assertEquals(new Limits(2, 2, 2), rolling(2, "100%", "150%"));
        assertEquals(0, rolling(2, "100%", "150%").minAvailable());
    }

    @Test
    void recreateGoesThroughNone() {
        ObjectNode deployment = Json.object();
        deployment.putObject("spec").put("replicas", 4).putObject("strategy").put("type", "Recreate");
        assertEquals(new Limits(4, 0, 0), Limits.of(deployment));
    }
}
