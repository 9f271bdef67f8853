package io.sternway.snapshot;

import java.util.Map;
import java.util.Set;

/**
 * Which kinds that every Kubernetes API server has live in a namespace. For other kinds only the cluster knows.
 */
final class KnownKinds {

    private static final Map<String, Set<String>> NAMESPACED = Map.ofEntries(
            Map.entry(
                    "",
                    Set.of(
                            "ConfigMap",
                            "Endpoints",
                            "Event",
                            "LimitRange",
                            "PersistentVolumeClaim",
                            "Pod",
                            "PodTemplate",
                            "ReplicationController",
                            "ResourceQuota",
                            "Secret",
                            "Service",
                            "ServiceAccount")),
            Map.entry("apps", Set.of("ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet")),
            Map.entry("batch", Set.of("CronJob", "Job")),
            Map.entry("autoscaling", Set.of("HorizontalPodAutoscaler")),
            Map.entry("policy", Set.of("PodDisruptionBudget")),
            Map.entry("networking.k8s.io", Set.of("Ingress", "NetworkPolicy")),
            Map.entry("rbac.authorization.k8s.io", Set.of("Role", "RoleBinding")),
            Map.entry("coordination.k8s.io", Set.of("Lease")),
            Map.entry("discovery.k8s.io", Set.of("EndpointSlice")));

    private static final Map<String, Set<String>> CLUSTER_SCOPED = Map.ofEntries(
            Map.entry("", Set.of("Namespace", "Node", "PersistentVolume")),
            Map.entry("rbac.authorization.k8s.io", Set.of("ClusterRole", "ClusterRoleBinding")),
            Map.entry("apiextensions.k8s.io", Set.of("CustomResourceDefinition")),
            Map.entry("apiregistration.k8s.io", Set.of("APIService")),
            Map.entry("storage.k8s.io", Set.of("CSIDriver", "CSINode", "StorageClass", "VolumeAttachment")),
            Map.entry("networking.k8s.io", Set.of("IngressClass")),
            Map.entry("scheduling.k8s.io", Set.of("PriorityClass")),
            Map.entry("node.k8s.io", Set.of("RuntimeClass")),
            Map.entry("flowcontrol.apiserver.k8s.io", Set.of("FlowSchema", "PriorityLevelConfiguration")),
            Map.entry(
                    "admissionregistration.k8s.io",
                    Set.of(
                            "MutatingWebhookConfiguration",
                            "ValidatingAdmissionPolicy",
                            "ValidatingAdmissionPolicyBinding",
                            "ValidatingWebhookConfiguration")));

    private KnownKinds() {}

    static boolean isNamespaced(String group, String kind) {
        return NAMESPACED.getOrDefault(group, Set.of()).contains(kind);
    }

    static boolean isClusterScoped(String group, String kind) {
        return CLUSTER_SCOPED.getOrDefault(group, Set.of()).contains(kind);
    }
}
