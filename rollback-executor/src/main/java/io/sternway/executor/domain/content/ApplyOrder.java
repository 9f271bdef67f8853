package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which order objects are written (K3): namespaces, CRDs, then wave by wave, and within a wave RBAC, configuration,
 * workloads, the rest. Namespaces and CRDs come first whatever their wave, since everything else may need them.
 */
public final class ApplyOrder {
    private static final Map<String, Rank> RANKS = Map.ofEntries(
            Map.entry("Namespace", Rank.NAMESPACE),
            Map.entry("CustomResourceDefinition", Rank.CRD),
            Map.entry("ServiceAccount", Rank.ACCESS),
            Map.entry("Role", Rank.ACCESS),
            Map.entry("RoleBinding", Rank.ACCESS),
            Map.entry("ClusterRole", Rank.ACCESS),
            Map.entry("ClusterRoleBinding", Rank.ACCESS),
            Map.entry("ConfigMap", Rank.CONFIGURATION),
            Map.entry("Secret", Rank.CONFIGURATION),
            Map.entry("LimitRange", Rank.CONFIGURATION),
            Map.entry("ResourceQuota", Rank.CONFIGURATION),
            Map.entry("PriorityClass", Rank.CONFIGURATION),
            Map.entry("RuntimeClass", Rank.CONFIGURATION),
            Map.entry("StorageClass", Rank.CONFIGURATION),
            Map.entry("PersistentVolume", Rank.CONFIGURATION),
            Map.entry("PersistentVolumeClaim", Rank.CONFIGURATION),
            Map.entry("ExternalSecret", Rank.CONFIGURATION),
            Map.entry("SealedSecret", Rank.CONFIGURATION),
            Map.entry("Deployment", Rank.WORKLOAD),
            Map.entry("StatefulSet", Rank.WORKLOAD),
            Map.entry("DaemonSet", Rank.WORKLOAD),
            Map.entry("ReplicaSet", Rank.WORKLOAD),
            Map.entry("Pod", Rank.WORKLOAD),
            Map.entry("Job", Rank.WORKLOAD),
            Map.entry("CronJob", Rank.WORKLOAD));

    private ApplyOrder() {}

    /** Objects of one rank may be written side by side; the next rank only after all of them. */
    public enum Rank {
        NAMESPACE(0),
        CRD(1),
        ACCESS(2),
        CONFIGURATION(3),
        WORKLOAD(4),
        REST(5);

        private final int place;

        Rank(int place) {
            this.place = place;
        }

        private int place() {
            return place;
        }
    }

    /**
     * Objects that may be written side by side.
     *
     * @param wave their wave; 0 for namespaces and CRDs
     * @param rank their rank
     * @param objects the objects, in the order given
     */
    public record Step(int wave, Rank rank, List<Map<String, Object>> objects) {}

    /** The steps, in the order in which they are to be written. */
    public static List<Step> steps(List<Map<String, Object>> objects) {
        Map<Long, List<Map<String, Object>>> ordered = new TreeMap<>();
        for (Map<String, Object> object : objects) {
            Rank rank = rank(object);
            ordered.computeIfAbsent(sortKey(rank, waveOf(object)), key -> new ArrayList<>())
                    .add(object);
        }
        List<Step> steps = new ArrayList<>();
        for (List<Map<String, Object>> step : ordered.values()) {
            Rank rank = rank(step.get(0));
            steps.add(new Step(beforeWaves(rank) ? 0 : waveOf(step.get(0)), rank, List.copyOf(step)));
        }
        return steps;
    }

    /** The rank of a kind. */
    public static Rank rank(Map<String, Object> object) {
        Rank rank = RANKS.getOrDefault(Fields.text(object, "", "kind"), Rank.REST);
        return rank;
    }

    /** The wave that an object asks for; one that is not an integer counts as 0. */
    public static int waveOf(Map<String, Object> object) {
        String wave = Fields.annotation(object, Marks.WAVE);
        if (wave == null || !wave.matches("-?\\d{1,6}")) {
            return 0;
        }
        return Integer.parseInt(wave);
    }

    private static boolean beforeWaves(Rank rank) {
        return rank == Rank.NAMESPACE || rank == Rank.CRD;
    }

    private static long sortKey(Rank rank, int wave) {
        return beforeWaves(rank) ? Long.MIN_VALUE + rank.place() : wave * 16L + rank.place();
    }
}
