package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which order objects are written (K3): namespaces, CRDs, then wave by wave, and within a wave RBAC, configuration,
 * workloads, the rest. Namespaces and CRDs come first whatever their wave, since everything else may need them.
 */
public final class ApplyOrder {
    /** Namespaces and CRDs have no wave. */
    private static final Comparator<Step> ORDER = Comparator.<Step, Boolean>comparing(step -> !beforeWaves(step.rank()))
            .thenComparing(Step::wave)
            .thenComparing(Step::rank);

    private ApplyOrder() {}

    /** Objects of one rank may be written side by side; the next rank only after all of them. */
    public enum Rank {
        Namespace,
        Crd,
        Access,
        Configuration,
        Workload,
        Rest
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
        Map<Step, List<Map<String, Object>>> ordered = new TreeMap<>(ORDER);
        for (Map<String, Object> object : objects) {
            Rank rank = rank(Fields.text(object, "", "kind"));
            Step step = new Step(beforeWaves(rank) ? 0 : waveOf(object), rank, List.of());
            ordered.computeIfAbsent(step, key -> new ArrayList<>()).add(object);
        }
        return ordered.entrySet().stream()
                .map(step -> new Step(step.getKey().wave(), step.getKey().rank(), List.copyOf(step.getValue())))
                .toList();
    }

    /** The rank of a kind. */
    public static Rank rank(String kind) {
        return switch (kind) {
            case "Namespace" -> Rank.Namespace;
            case "CustomResourceDefinition" -> Rank.Crd;
            case "ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding" -> Rank.Access;
            case "ConfigMap",
                    "Secret",
                    "LimitRange",
                    "ResourceQuota",
                    "PriorityClass",
                    "RuntimeClass",
                    "StorageClass",
                    "PersistentVolume",
                    "PersistentVolumeClaim",
                    "ExternalSecret",
                    "SealedSecret" -> Rank.Configuration;
            case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Pod", "Job", "CronJob" -> Rank.Workload;
            default -> Rank.Rest;
        };
    }

    /** The wave that an object asks for; one that is not an integer counts as 0. */
    public static int waveOf(Map<String, Object> object) {
        String wave = Fields.annotation(object, MetadataKeys.WAVE);
        return wave != null && wave.matches("-?\\d{1,6}") ? Integer.parseInt(wave) : 0;
    }

    private static boolean beforeWaves(Rank rank) {
        return rank == Rank.Namespace || rank == Rank.Crd;
    }
}
