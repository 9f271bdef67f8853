package io.sternway.sandbox.contract;

/** Runs a contract on one simulated cluster for all tests. */
final class OnSimulation extends OnCluster {
    OnSimulation() {
        super("simulated", SimulatedClusterUnderTest::new);
    }
}
