package io.sternway.benchmarks;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClusterClients;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import io.sternway.sandbox.stack.ClusterSpec;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.stack.StackOptions;
import io.sternway.sandbox.stack.StackProfile;
import io.sternway.systemtests.environment.AdminClients;
import io.sternway.systemtests.environment.ProjectFolder;
import io.sternway.systemtests.environment.RealInventory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A running Sternway with the settings of production, and clusters, all with the label {@code slot=bench}. */
public final class Testbed implements AutoCloseable {

    private static final String SLOT = "bench";

    private final Stack stack;
    private final List<String> clusters;
    private final List<RealControlPlane> planes;
    private final ClusterClients clients;

    private Testbed(Stack stack, List<String> clusters, List<RealControlPlane> planes) {
        this.stack = stack;
        this.clusters = clusters;
        this.planes = planes;
        this.clients = AdminClients.of(stack.inventory(Service.ROLLBACK_EXECUTOR));
    }

    /** What every bench of that name is made of, without clusters: its services as they would run for long. */
    public static StackOptions options(String name) {
        return StackOptions.simulated(ProjectFolder.root(), ProjectFolder.ofStack(name), List.of())
                .on(StackProfile.production());
    }

    /** All services over simulated clusters in this process. */
    public static Testbed simulated(String name, int count) {
        List<ClusterSpec> fleet = specs(count);
        Stack stack = Stack.start(StackOptions.simulated(ProjectFolder.root(), ProjectFolder.ofStack(name), fleet)
                .on(StackProfile.production()));
        return new Testbed(stack, fleet.stream().map(ClusterSpec::name).toList(), List.of());
    }

    /** All services over one real control plane; empty where it was not built. */
    public static Optional<Testbed> real(String name) {
        Optional<String> whyNot = RealControlPlane.whyNot();
        if (whyNot.isPresent()) {
            System.out.println(whyNot.get());
            return Optional.empty();
        }
        List<RealControlPlane> planes = new ArrayList<>(List.of(RealControlPlane.start(name)));
        Path inventory = RealInventory.write(ProjectFolder.ofStack(name), SLOT, planes);
        Stack stack = Stack.start(options(name).over(inventory));
        return Optional.of(new Testbed(stack, List.of(name), Collections.unmodifiableList(planes)));
    }

    /** Simulated clusters {@code c001}, {@code c002}, …, as an inventory lists them. */
    public static List<ClusterSpec> specs(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new ClusterSpec(String.format("c%03d", number), Map.of("slot", SLOT)))
                .toList();
    }

    /** Its services, broker and database. */
    public Stack stack() {
        return stack;
    }

    /** The names of its clusters. */
    public List<String> clusters() {
        return clusters;
    }

    /** The kubeconfig of the real control plane. */
    public Path kubeconfig() {
        return planes.get(0).kubeconfig();
    }

    /** A client with all rights. */
    public KubernetesClient client(String cluster) {
        return clients.client(cluster);
    }

    @Override
    public void close() {
        clients.close();
        stack.close();
        planes.forEach(RealControlPlane::close);
    }
}
