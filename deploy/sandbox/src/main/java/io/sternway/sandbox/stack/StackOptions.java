package io.sternway.sandbox.stack;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a stack is made of.
 *
 * @param project the project's folder, where the modules are built
 * @param directory where everything that it writes lives
 * @param kafkaPort the broker's port, 0 for a free one
 * @param restPort promotion-service's port, 0 for a free one
 * @param services which services to start
 * @param clusters simulated clusters; empty when {@code inventory} is given
 * @param inventory an inventory of clusters that exist already; absent for simulated ones
 * @param settings more configuration for every service, for example shorter intervals
 * @param replicas how many processes of each service, at least 1
 * @param linked whether services reach broker and database over links that can be cut
 * @param footing on what it stands: JVM and durability
 */
public record StackOptions(
        Path project,
        Path directory,
        int kafkaPort,
        int restPort,
        Set<Service> services,
        List<ClusterSpec> clusters,
        @Nullable Path inventory,
        Map<String, String> settings,
        int replicas,
        boolean linked,
        Footing footing) {

    public StackOptions {
        services = Set.copyOf(services);
        clusters = List.copyOf(clusters);
        settings = Map.copyOf(settings);
    }

    /** All services over simulated clusters, on free ports. */
    public static StackOptions simulated(Path project, Path directory, List<ClusterSpec> clusters) {
        return new StackOptions(
                project,
                directory,
                0,
                0,
                EnumSet.allOf(Service.class),
                clusters,
                null,
                Map.of(),
                1,
                false,
                Footing.sandbox());
    }

    /** The same with more configuration for every service. */
    public StackOptions with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return new StackOptions(
                project, directory, kafkaPort, restPort, services, clusters, inventory, all, replicas, linked, footing);
    }

    /** The same over clusters that exist already. */
    public StackOptions over(Path existing) {
        return new StackOptions(
                project, directory, kafkaPort, restPort, services, List.of(), existing, settings, replicas, linked,
                footing);
    }

    /** The same with so many processes of each service. */
    public StackOptions replicated(int count) {
        return new StackOptions(
                project, directory, kafkaPort, restPort, services, clusters, inventory, settings, count, linked,
                footing);
    }

    /** The same with a {@link Network} between services and what they need. */
    public StackOptions overLinks() {
        return new StackOptions(
                project, directory, kafkaPort, restPort, services, clusters, inventory, settings, replicas, true,
                footing);
    }

    /** The same with only some services. */
    public StackOptions only(Set<Service> these) {
        return new StackOptions(
                project, directory, kafkaPort, restPort, these, clusters, inventory, settings, replicas, linked,
                footing);
    }

    /** The same on another footing. */
    public StackOptions on(Footing other) {
        return new StackOptions(
                project, directory, kafkaPort, restPort, services, clusters, inventory, settings, replicas, linked,
                other);
    }
}
