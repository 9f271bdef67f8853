package io.sternway.watcher.domain.readiness;

import io.sternway.watcher.domain.observed.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which Pods are a workload's of its current revision. After a rollback those of the failed revision are still crashing
 * for a while; they say nothing about what is held now (H3).
 */
final class CurrentPods {

    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    private CurrentPods() {}

    /**
     * The Pods of the current revision; none while the workload's controller has not observed its generation, since the
     * current revision is not known then.
     */
    static List<Json> of(String kind, Json workload, List<Json> replicaSets, List<Json> pods) {
        String uid = workload.text("metadata", "uid");
        if (uid == null || (!kind.equals("Job") && WorkloadFields.unobserved(workload))) {
            return List.of();
        }
        return switch (kind) {
            case "Deployment" -> {
                String newest = currentReplicaSet(workload, uid, replicaSets);
                yield newest == null ? List.of() : owned(pods, newest);
            }
            case "StatefulSet" ->
                labelled(owned(pods, uid), "controller-revision-hash", workload.text("status", "updateRevision"));
            case "DaemonSet" ->
                labelled(
                        owned(pods, uid),
                        "pod-template-generation",
                        workload.text("metadata", "annotations", TEMPLATE_GENERATION));
            default -> owned(pods, uid);
        };
    }

    private static @Nullable String currentReplicaSet(Json deployment, String uid, List<Json> replicaSets) {
        String revision = deployment.text("metadata", "annotations", REVISION);
        if (revision == null) {
            return null;
        }
        for (Json replicaSet : owned(replicaSets, uid)) {
            if (replicaSet.is(revision, "metadata", "annotations", REVISION)) {
                return replicaSet.text("metadata", "uid");
            }
        }
        return null;
    }

    private static List<Json> owned(List<Json> objects, String owner) {
        return objects.stream()
                .filter(object -> object.items("metadata", "ownerReferences").stream()
                        .anyMatch(reference -> reference.is(owner, "uid") && reference.flag("controller")))
                .toList();
    }

    private static List<Json> labelled(List<Json> pods, String label, @Nullable String value) {
        return value == null
                ? List.of()
                : pods.stream()
                        .filter(pod -> pod.is(value, "metadata", "labels", label))
                        .toList();
    }
}
