package io.sternway.sandbox.contract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The contract on a simulated cluster: where it differs from {@link ContractRealIT} the simulation is wrong. Quotas,
 * volumes, Jobs by the clock and other details are promised by a real one only.
 */
@ExtendWith(OnSimulation.class)
@Execution(ExecutionMode.CONCURRENT)
class ContractSimulatedIT {
    @Nested
    class Apply implements ApplyContract {}

    @Nested
    class Refusals implements RefusalContract {
        @Override
        public boolean speaksForItself() {
            return false;
        }
    }

    @Nested
    class Ownership implements OwnershipContract {}

    @Nested
    class Reads implements ReadContract {}

    @Nested
    class Deletes implements DeleteContract {}

    @Nested
    class Namespaces implements NamespaceContract {}

    @Nested
    class CustomResources implements CustomResourceContract {
        @Override
        public boolean speaksForItself() {
            return false;
        }
    }

    @Nested
    class Deployments implements DeploymentContract {}

    @Nested
    class StatefulSets implements StatefulSetContract {}

    @Nested
    class Workloads implements WorkloadContract {}

    @Nested
    class Watches implements WatchContract {}

    @Nested
    class Client implements ClientContract {}

    @Nested
    @Isolated
    class DeadControllers implements DeadControllersContract {}
}
