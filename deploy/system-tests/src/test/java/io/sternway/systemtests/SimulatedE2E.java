package io.sternway.systemtests;

import io.sternway.systemtests.ground.Ground;
import io.sternway.systemtests.ground.SimulatedGround;

/** All scenarios on simulated clusters. */
class SimulatedE2E
        implements GoodRevisionScenarios, BreakingRevisionScenarios, WholeContentScenarios, OwnershipScenarios {

    @Override
    public Ground ground() {
        return SimulatedGround.get();
    }
}
