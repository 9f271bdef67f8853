package io.sternway.systemtests;

import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.environment.TestEnvironment;

/** All scenarios that hold on real control planes too. */
class RealE2E implements GoodRevisionScenarios, BreakingRevisionScenarios, WholeContentScenarios, OwnershipScenarios {

    @Override
    public TestEnvironment environment() {
        return RealEnvironment.get();
    }
}
