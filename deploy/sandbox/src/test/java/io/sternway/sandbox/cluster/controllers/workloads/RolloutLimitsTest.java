package io.sternway.sandbox.cluster.controllers.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.Json;
import org.junit.jupiter.api.Test;

class RolloutLimitsTest {
    private static RolloutLimits rolling(int replicas, String surge, String unavailable) {
        ObjectNode deployment = Json.object();
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        spec.putObject("strategy")
                .put("type", "RollingUpdate")
                .putObject("rollingUpdate")
                .put("maxSurge", surge)
                .put("maxUnavailable", unavailable);
        return RolloutLimits.of(deployment);
    }

    @Test
    void surgeIsRoundedUpAndUnavailableDown() {
        assertEquals(new RolloutLimits(3, 1, 0), rolling(3, "25%", "25%"));
        assertEquals(new RolloutLimits(10, 3, 2), rolling(10, "25%", "25%"));
    }

    @Test
    void bothZeroWouldNeverMoveSoOneMayBeUnavailable() {
        assertEquals(new RolloutLimits(3, 0, 1), rolling(3, "0%", "25%"));
    }

    @Test
    void noMoreThanAllCanBeUnavailable() {
        assertEquals(new RolloutLimits(2, 2, 2), rolling(2, "100%", "150%"));
        assertEquals(0, rolling(2, "100%", "150%").minAvailable());
    }

    @Test
    void recreateGoesThroughNone() {
        ObjectNode deployment = Json.object();
        deployment.putObject("spec").put("replicas", 4).putObject("strategy").put("type", "Recreate");
        assertEquals(new RolloutLimits(4, 0, 0), RolloutLimits.of(deployment));
    }
}
