package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.watch.ResourceKind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which rule holds for which kind: a new kind is a line here. Kinds that are not here are judged by {@link GenericRule}. */
final class KindRules {

    private static final Map<String, KindRule> BY_KIND = Map.ofEntries(
            Map.entry("apps/Deployment", new DeploymentRule()),
            Map.entry("apps/StatefulSet", new StatefulSetRule()),
            Map.entry("apps/DaemonSet", new DaemonSetRule()),
            Map.entry("apps/ReplicaSet", new ReplicaSetRule()),
            Map.entry("batch/Job", new JobRule()),
            Map.entry("Pod", new PodRule()),
            Map.entry("PersistentVolumeClaim", SimpleRules::claim),
            Map.entry("Service", SimpleRules::service),
            Map.entry("Secret", SimpleRules::always),
            Map.entry("ConfigMap", SimpleRules::always),
            Map.entry("batch/CronJob", SimpleRules::always),
            Map.entry("policy/PodDisruptionBudget", SimpleRules::always),
            Map.entry("apiextensions.k8s.io/CustomResourceDefinition", SimpleRules::customResourceDefinition));

    private KindRules() {}

    /** The kind's rule, whatever its version; null for every other kind. */
    static @Nullable KindRule of(ResourceKind kind) {
        return BY_KIND.get(kind.groupKind());
    }
}
