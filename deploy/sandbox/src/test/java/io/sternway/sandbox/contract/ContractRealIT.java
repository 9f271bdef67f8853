package io.sternway.sandbox.contract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** The contract on a real control plane: the truth that the simulation is measured by, and what only it shows. */
@ExtendWith(OnRealControlPlane.class)
@Execution(ExecutionMode.CONCURRENT)
class ContractRealIT {
    @Nested
    class Apply implements ApplyContract {}

    @Nested
    class Refusals implements RefusalContract {}

    @Nested
    class Ownership implements OwnershipContract {}

    @Nested
    class Reads implements ReadContract {}

    @Nested
    class Deletes implements DeleteContract {}

    @Nested
    class Namespaces implements NamespaceContract {}

    @Nested
    class CustomResources implements CustomResourceContract {}

    @Nested
    class Deployments implements DeploymentContract {}

    @Nested
    class StatefulSets implements StatefulSetContract {}

    @Nested
    class Workloads implements WorkloadContract {}

    @Nested
    class Quotas implements QuotaContract {}

    @Nested
    class Volumes implements VolumeContract {}

    @Nested
    class Jobs implements JobContract {}

    @Nested
    class Details implements DetailContract {}

    @Nested
    class Watches implements WatchContract {}

    @Nested
    class Client implements ClientContract {}

    @Nested
    @Isolated
    class DeadControllers implements DeadControllersContract {}
}
