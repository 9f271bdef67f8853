package io.sternway.sandbox.stack;

import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param profile quick to start, or as in production
 */
@RecordBuilder
@RecordBuilder.Options(
        builderClassModifiers = {},
        enableWither = false)
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
        StackProfile profile) {

    public StackOptions {
        services = Set.copyOf(services);
        clusters = List.copyOf(clusters);
        settings = Map.copyOf(settings);
    }

    /** All services over simulated clusters, on free ports. */
    public static StackOptions simulated(Path project, Path directory, List<ClusterSpec> clusters) {
        return StackOptionsBuilder.builder()
                .project(project)
                .directory(directory)
                .services(EnumSet.allOf(Service.class))
                .clusters(clusters)
                .settings(Map.of())
                .replicas(1)
                .profile(StackProfile.sandbox())
                .build();
    }

    /** The same with more configuration for every service. */
    public StackOptions with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return StackOptionsBuilder.builder(this).settings(all).build();
    }

    /** The same with ports of its own for the broker and promotion-service; 0 for a free one. */
    public StackOptions at(int broker, int rest) {
        return StackOptionsBuilder.builder(this)
                .kafkaPort(broker)
                .restPort(rest)
                .build();
    }

    /** The same over clusters that exist already. */
    public StackOptions over(Path existing) {
        return StackOptionsBuilder.builder(this)
                .clusters(List.of())
                .inventory(existing)
                .build();
    }

    /** The same with so many processes of each service. */
    public StackOptions replicated(int count) {
        return StackOptionsBuilder.builder(this).replicas(count).build();
    }

    /** The same with a {@link Network} between services and what they need. */
    public StackOptions overLinks() {
        return StackOptionsBuilder.builder(this).linked(true).build();
    }

    /** The same with only some services. */
    public StackOptions only(Set<Service> these) {
        return StackOptionsBuilder.builder(this).services(these).build();
    }

    /** The same with another profile. */
    public StackOptions on(StackProfile other) {
        return StackOptionsBuilder.builder(this).profile(other).build();
    }
}
