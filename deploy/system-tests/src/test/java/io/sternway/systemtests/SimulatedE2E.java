package io.sternway.systemtests;

import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.environment.TestEnvironment;

/** All scenarios on simulated clusters. */
class SimulatedE2E
        implements GoodRevisionScenarios,
                BreakingRevisionScenarios,
                JudgingScenarios,
                WholeContentScenarios,
                OwnershipScenarios {

    @Override
    public TestEnvironment environment() {
        return SimulatedEnvironment.get();
    }
}
