package io.sternway.sandbox.cluster.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The kinds that every cluster serves. */
public final class BuiltIn {
    private static final List<ResourceKind> MADE = new ArrayList<>();

    public static final ResourceKind NAMESPACES = core("Namespace", "namespaces", false, "ns", "status", "finalize");
    public static final ResourceKind PODS = core("Pod", "pods", true, "po", "status");
    public static final ResourceKind SERVICES = core("Service", "services", true, "svc", "status");
    public static final ResourceKind CONFIG_MAPS = core("ConfigMap", "configmaps", true, "cm");
    public static final ResourceKind SECRETS = core("Secret", "secrets", true, "");
    public static final ResourceKind SERVICE_ACCOUNTS = core("ServiceAccount", "serviceaccounts", true, "sa");
    public static final ResourceKind PERSISTENT_VOLUME_CLAIMS =
            core("PersistentVolumeClaim", "persistentvolumeclaims", true, "pvc", "status");
    public static final ResourceKind PERSISTENT_VOLUMES =
            core("PersistentVolume", "persistentvolumes", false, "pv", "status");
    public static final ResourceKind NODES = core("Node", "nodes", false, "no", "status");
    public static final ResourceKind EVENTS = core("Event", "events", true, "ev");
    public static final ResourceKind RESOURCE_QUOTAS = core("ResourceQuota", "resourcequotas", true, "quota", "status");
    public static final ResourceKind LIMIT_RANGES = core("LimitRange", "limitranges", true, "limits");
    public static final ResourceKind ENDPOINTS = core("Endpoints", "endpoints", true, "ep");

    public static final ResourceKind DEPLOYMENTS =
            of("apps", "v1", "Deployment", "deployments", true, "deploy", "status", "scale");
    public static final ResourceKind REPLICA_SETS =
            of("apps", "v1", "ReplicaSet", "replicasets", true, "rs", "status", "scale");
    public static final ResourceKind STATEFUL_SETS =
            of("apps", "v1", "StatefulSet", "statefulsets", true, "sts", "status", "scale");
    public static final ResourceKind DAEMON_SETS = of("apps", "v1", "DaemonSet", "daemonsets", true, "ds", "status");
    public static final ResourceKind CONTROLLER_REVISIONS =
            of("apps", "v1", "ControllerRevision", "controllerrevisions", true, "");
    public static final ResourceKind JOBS = of("batch", "v1", "Job", "jobs", true, "", "status");
    public static final ResourceKind CRON_JOBS = of("batch", "v1", "CronJob", "cronjobs", true, "cj", "status");
    public static final ResourceKind POD_DISRUPTION_BUDGETS =
            of("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true, "pdb", "status");
    public static final ResourceKind INGRESSES =
            of("networking.k8s.io", "v1", "Ingress", "ingresses", true, "ing", "status");
    public static final ResourceKind INGRESS_CLASSES =
            of("networking.k8s.io", "v1", "IngressClass", "ingressclasses", false, "");
    public static final ResourceKind NETWORK_POLICIES =
            of("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", true, "netpol");
    public static final ResourceKind HORIZONTAL_POD_AUTOSCALERS =
            of("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", true, "hpa", "status");
    public static final ResourceKind ROLES = of("rbac.authorization.k8s.io", "v1", "Role", "roles", true, "");
    public static final ResourceKind ROLE_BINDINGS =
            of("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", true, "");
    public static final ResourceKind CLUSTER_ROLES =
            of("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", false, "");
    public static final ResourceKind CLUSTER_ROLE_BINDINGS =
            of("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", false, "");
    public static final ResourceKind CUSTOM_RESOURCE_DEFINITIONS = of(
            "apiextensions.k8s.io",
            "v1",
            "CustomResourceDefinition",
            "customresourcedefinitions",
            false,
            "crd",
            "status");
    public static final ResourceKind STORAGE_CLASSES =
            of("storage.k8s.io", "v1", "StorageClass", "storageclasses", false, "sc");
    public static final ResourceKind PRIORITY_CLASSES =
            of("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false, "pc");
    public static final ResourceKind LEASES = of("coordination.k8s.io", "v1", "Lease", "leases", true, "");

    /** All of the above. */
    public static final List<ResourceKind> ALL = List.copyOf(MADE);

    private BuiltIn() {}

    private static ResourceKind core(
            String kind, String plural, boolean namespaced, String shortName, String... subresources) {
        return of("", "v1", kind, plural, namespaced, shortName, subresources);
    }

    private static ResourceKind of(
            String group,
            String version,
            String kind,
            String plural,
            boolean namespaced,
            String shortName,
            String... subresources) {
        ResourceKind made = new ResourceKind(
                group,
                version,
                kind,
                plural,
                kind.toLowerCase(Locale.ROOT),
                namespaced,
                Set.of(subresources),
                shortName.isEmpty() ? List.of() : List.of(shortName));
        MADE.add(made);
        return made;
    }
}
