package io.sternway.systemtests;

import io.sternway.systemtests.ground.Ground;
import io.sternway.systemtests.ground.RealGround;

/** All scenarios that hold on real control planes too. */
class RealE2E implements GoodRevisionScenarios, BreakingRevisionScenarios, WholeContentScenarios, OwnershipScenarios {

    @Override
    public Ground ground() {
        return RealGround.get();
    }
}
