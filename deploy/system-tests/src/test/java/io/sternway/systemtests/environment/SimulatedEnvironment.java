package io.sternway.systemtests.environment;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.clusters.ClusterClients;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.stack.ClusterSpec;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.Stack;
import io.sternway.sandbox.stack.StackOptions;
import io.sternway.sandbox.story.Requests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A stack over simulated clusters: one that is shared and stopped with the JVM, or one of a test's own. */
public final class SimulatedEnvironment implements TestEnvironment, AutoCloseable {

    private static final int SHARED_SLOTS = 60;
    private static final int CLUSTERS_OF_SLOT = 6;

    private static volatile @Nullable SimulatedEnvironment shared;

    private final List<ClusterSpec> fleet;
    private final Stack stack;
    private final TopicRecorder topics;
    private final Requests requests;
    private final ClusterClients clients;
    private final AtomicInteger leased = new AtomicInteger();

    private SimulatedEnvironment(String name, int slots, UnaryOperator<StackOptions> more) {
        this.fleet = fleet(slots);
        Path folder = ProjectFolder.ofStack(name);
        this.stack = TestStacks.start(more.apply(StackOptions.simulated(ProjectFolder.root(), folder, fleet)));
        this.topics = TopicRecorder.start(stack.broker().bootstrapServers());
        this.requests = new Requests(stack.broker().bootstrapServers());
        this.clients = AdminClients.of(stack.inventory(Service.ROLLBACK_EXECUTOR));
    }

    /** The shared one. */
    public static SimulatedEnvironment get() {
        return Holder.ENVIRONMENT;
    }

    /** One for a test that stops or changes what others share; the test closes it. */
    public static SimulatedEnvironment own(String name) {
        return own(name, Map.of());
    }

    /** The same with more configuration for every service. */
    public static SimulatedEnvironment own(String name, Map<String, String> settings) {
        return own(name, (StackOptions options) -> options.with(settings));
    }

    /** The same with more options of its stack. */
    public static SimulatedEnvironment own(String name, UnaryOperator<StackOptions> more) {
        return new SimulatedEnvironment(name, 1, more);
    }

    /** The shared one, if a test has asked for it. */
    public static Optional<SimulatedEnvironment> started() {
        return Optional.ofNullable(shared);
    }

    @Override
    public boolean isShared() {
        return this == shared;
    }

    @Override
    public boolean leasesExclusively() {
        return true;
    }

    @Override
    public Set<String> clusters() {
        return fleet.stream().map(ClusterSpec::name).collect(Collectors.toSet());
    }

    @Override
    public Writes writes(String cluster) {
        List<RequestLog.Entry> entries = stack.fleet().cluster(cluster).requests().after(0).stream()
                .sorted(Comparator.comparingLong(RequestLog.Entry::number))
                .toList();
        return new Writes(entries, !entries.isEmpty() && entries.get(0).number() > 1);
    }

    /** Every cluster that it has. */
    public List<ClusterSpec> fleet() {
        return fleet;
    }

    @Override
    public Stack stack() {
        return stack;
    }

    @Override
    public Lease lease(int count) {
        int number = leased.incrementAndGet();
        if (number > fleet.size() / CLUSTERS_OF_SLOT || count > CLUSTERS_OF_SLOT) {
            throw new IllegalStateException(
                    "there are " + fleet.size() + " clusters, " + CLUSTERS_OF_SLOT + " for each scenario");
        }
        String slot = slot(number);
        return new Lease(
                slot,
                IntStream.rangeClosed(1, count).mapToObj(n -> cluster(slot, n)).toList());
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

    /** The switches of a cluster. */
    public Faults faults(String cluster) {
        return stack.fleet().cluster(cluster).faults();
    }

    private static List<ClusterSpec> fleet(int slots) {
        List<ClusterSpec> fleet = new ArrayList<>();
        for (int number = 1; number <= slots; number++) {
            for (int n = 1; n <= CLUSTERS_OF_SLOT; n++) {
                String slot = slot(number);
                fleet.add(new ClusterSpec(cluster(slot, n), Map.of("slot", slot, "number", Integer.toString(n))));
            }
        }
        return fleet;
    }

    private static String slot(int number) {
        return "s" + number;
    }

    private static String cluster(String slot, int number) {
        return slot + "-c" + number;
    }

    @Override
    public void close() {
        requests.close();
        topics.close();
        clients.close();
        stack.close();
    }

    private static final class Holder {
        private static final SimulatedEnvironment ENVIRONMENT =
                new SimulatedEnvironment("simulated", SHARED_SLOTS, UnaryOperator.identity());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(ENVIRONMENT::close, "simulated-environment-stops"));
            WarmUp.run(ENVIRONMENT);
            shared = ENVIRONMENT;
        }
    }
}
