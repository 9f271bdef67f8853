package io.sternway.systemtests;

import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.history.check.HistoryAssertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The shared environments when all scenarios have ended: what is isolated runs after everything that is not. */
@Isolated
class WholeHistoryE2E {

    @Test
    @DisplayName("Everything that happened on simulated clusters keeps every promise")
    void the_history_of_the_simulated_ground_is_sound() {
        SimulatedEnvironment.started().ifPresent(HistoryAssertions::assertSound);
    }

    @Test
    @DisplayName("Everything that happened on real control planes keeps every promise")
    void the_history_of_the_real_ground_is_sound() {
        RealEnvironment.started().ifPresent(HistoryAssertions::assertSound);
    }
}
