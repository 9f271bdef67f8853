package io.sternway.sandbox.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A simulated cluster that is to exist.
 *
 * @param name its name, a DNS label
 * @param labels its labels in the inventory
 */
public record ClusterSpec(String name, Map<String, String> labels) {

    private static final List<String> REGIONS = List.of("eu", "us", "ap");

    public ClusterSpec {
        labels = Map.copyOf(labels);
    }

    /**
     * A fleet for the demonstration: a third of the clusters, rounded down and at least one, are {@code
     * env=staging}, the others {@code env=production} in several regions.
     *
     * @param count how many, at least 2
     */
    public static List<ClusterSpec> fleet(int count) {
        int staging = Math.max(1, count / 3);
        List<ClusterSpec> fleet = new ArrayList<>();
        for (int i = 1; i <= staging; i++) {
            fleet.add(new ClusterSpec("staging-" + i, Map.of("env", "staging", "region", "eu")));
        }
        for (int i = 0; i < count - staging; i++) {
            String region = REGIONS.get(i % REGIONS.size());
            String name = region + "-" + (i / REGIONS.size() + 1);
            fleet.add(new ClusterSpec(name, Map.of("env", "production", "region", region)));
        }
        return List.copyOf(fleet);
    }
}
