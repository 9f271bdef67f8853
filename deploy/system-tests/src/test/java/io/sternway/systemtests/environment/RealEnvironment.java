package io.sternway.systemtests.environment;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClusterClients;
import io.sternway.sandbox.cluster.real.RealControlPlane;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.stack.StackOptions;
import io.sternway.sandbox.story.Requests;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** One stack over three real control planes side by side, started when the first test asks for it. */
public final class RealEnvironment implements TestEnvironment {

    private static final String SLOT = "real";
    private static final int CLUSTERS = 3;

    private static volatile @Nullable RealEnvironment shared;

    private final List<RealControlPlane> planes;
    private final Stack stack;
    private final TopicRecorder topics;
    private final Requests requests;
    private final ClusterClients clients;

    private RealEnvironment() {
        this.planes = IntStream.rangeClosed(1, CLUSTERS)
                .mapToObj(number -> RealControlPlane.startAudited("real-" + number))
                .toList();
        Path folder = ProjectFolder.ofStack("real");
        Path inventory = RealInventory.write(folder, SLOT, planes);
        this.stack = TestStacks.start(
                StackOptions.simulated(ProjectFolder.root(), folder, List.of()).over(inventory));
        this.topics = TopicRecorder.start(stack.broker().bootstrapServers());
        this.requests = new Requests(stack.broker().bootstrapServers());
        this.clients = AdminClients.of(inventory);
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "real-environment-stops"));
    }

    /** The shared one; the test is skipped where the control plane was not built, and fails in CI. */
    public static RealEnvironment get() {
        Optional<String> whyNot = RealControlPlane.whyNot();
        Assumptions.assumeTrue(whyNot.isEmpty(), () -> whyNot.orElse(""));
        return Holder.ENVIRONMENT;
    }

    /** The shared one, if a test has asked for it. */
    public static Optional<RealEnvironment> started() {
        return Optional.ofNullable(shared);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean leasesExclusively() {
        return false;
    }

    @Override
    public Set<String> clusters() {
        return planes.stream().map(RealControlPlane::name).collect(Collectors.toSet());
    }

    @Override
    public Writes writes(String cluster) {
        RealControlPlane plane = planes.stream()
                .filter(one -> one.name().equals(cluster))
                .findFirst()
                .orElseThrow();
        return new Writes(plane.writes(), plane.lacksWrites());
    }

    @Override
    public Stack stack() {
        return stack;
    }

    @Override
    public Lease lease(int count) {
        Assumptions.assumeTrue(count <= CLUSTERS, () -> "there are " + CLUSTERS + " real clusters");
        return new Lease(
                SLOT,
                planes.subList(0, count).stream().map(RealControlPlane::name).toList());
    }

    /** The control plane of the cluster with that number, from 1, for a test that disturbs it while no other runs. */
    public RealControlPlane plane(int number) {
        return planes.get(number - 1);
    }

    @Override
    public KubernetesClient client(String cluster) {
        return clients.client(cluster);
    }

    @Override
    public Requests requests() {
        return requests;
    }

    @Override
    public TopicRecorder topics() {
        return topics;
    }

    private void stop() {
        requests.close();
        topics.close();
        clients.close();
        stack.close();
        planes.forEach(RealControlPlane::close);
    }

    private static final class Holder {
        private static final RealEnvironment ENVIRONMENT = new RealEnvironment();

        static {
            WarmUp.run(ENVIRONMENT);
            shared = ENVIRONMENT;
        }
    }
}
