package io.sternway.watcher.kubernetes;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an object while it is read. Managed fields are half of it, templates and data most of the rest; none of
 * that is looked at, and with hundreds of clusters it would not fit into memory.
 */
final class KeptFields {

    private static final KeptFields ALL = new KeptFields(null, Map.of());

    private static final KeptFields METADATA = new KeptFields(
            Set.of(
                    "name",
                    "namespace",
                    "uid",
                    "generation",
                    "resourceVersion",
                    "deletionTimestamp",
                    "labels",
                    "annotations",
                    "ownerReferences"),
            Map.of(
                    "labels", only("controller-revision-hash", "pod-template-generation"),
                    "annotations",
                            only("deployment.kubernetes.io/revision", "deprecated.daemonset.template.generation"),
                    "ownerReferences", only("uid", "controller")));

    private static final KeptFields SPEC = new KeptFields(
            Set.of(
                    "replicas",
                    "paused",
                    "strategy",
                    "updateStrategy",
                    "selector",
                    "type",
                    "clusterIP",
                    "suspend",
                    "completions"),
            Map.of());

    private static final KeptFields CONTAINERS = only("name", "ready", "restartCount", "state", "lastState");

    private static final KeptFields STATUS = new KeptFields(
            Set.of(
                    "observedGeneration",
                    "conditions",
                    "phase",
                    "reason",
                    "message",
                    "replicas",
                    "updatedReplicas",
                    "readyReplicas",
                    "availableReplicas",
                    "currentReplicas",
                    "fullyLabeledReplicas",
                    "currentRevision",
                    "updateRevision",
                    "desiredNumberScheduled",
                    "currentNumberScheduled",
                    "updatedNumberScheduled",
                    "numberAvailable",
                    "numberReady",
                    "startTime",
                    "succeeded",
                    "initContainerStatuses",
                    "containerStatuses"),
            Map.of("initContainerStatuses", CONTAINERS, "containerStatuses", CONTAINERS));

    /** What is kept of an object. */
    static final KeptFields OBJECT = new KeptFields(
            Set.of("metadata", "spec", "status"), Map.of("metadata", METADATA, "spec", SPEC, "status", STATUS));

    private final @Nullable Set<String> names;
    private final Map<String, KeptFields> within;

    private KeptFields(@Nullable Set<String> names, Map<String, KeptFields> within) {
        this.names = names;
        this.within = within;
    }

    private static KeptFields only(String... names) {
        return new KeptFields(Set.of(names), Map.of());
    }

    /** What is kept of a field's value; null if the field is not kept. */
    @Nullable
    KeptFields of(String field) {
        if (names != null && !names.contains(field)) {
            return null;
        }
        return within.getOrDefault(field, ALL);
    }
}
