package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.DEPLOYMENTS;
import static io.sternway.sandbox.cluster.model.BuiltIn.REPLICA_SETS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.model.Meta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Deployment's ReplicaSets at one moment.
 *
 * @param current the one of the Deployment's template; null when it has not been made yet
 * @param old the others, oldest first
 */
record RolloutSets(@Nullable ObjectNode current, List<ObjectNode> old) {
    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String HASH = "pod-template-hash";

    static RolloutSets read(ControllerClient client, ObjectNode deployment) {
        List<ObjectNode> all = new ArrayList<>(client.claim(REPLICA_SETS, DEPLOYMENTS, deployment));
        all.sort(Comparator.<ObjectNode, String>comparing(
                        set -> set.path("metadata").path("creationTimestamp").asText())
                .thenComparing(Meta::name));
        ObjectNode current = null;
        for (ObjectNode set : all) {
            if (current == null && sameTemplate(set, deployment)) {
                current = set;
            }
        }
        all.remove(current);
        return new RolloutSets(current, List.copyOf(all));
    }

    private static boolean sameTemplate(JsonNode set, JsonNode deployment) {
        ObjectNode template = set.path("spec").path("template").deepCopy();
        if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
            labels.remove(HASH);
        }
        return Json.same(template, deployment.path("spec").path("template"));
    }

    List<ObjectNode> all() {
        List<ObjectNode> all = new ArrayList<>(old);
        if (current != null) {
            all.add(current);
        }
        return all;
    }

    static int replicas(@Nullable JsonNode set) {
        return set == null ? 0 : Json.number(set.path("spec").path("replicas"), 1);
    }

    static int status(@Nullable JsonNode set, String count) {
        return set == null ? 0 : set.path("status").path(count).asInt();
    }

    static int sum(List<ObjectNode> sets) {
        return sets.stream().mapToInt(RolloutSets::replicas).sum();
    }

    static int sum(List<ObjectNode> sets, String count) {
        return sets.stream().mapToInt(set -> status(set, count)).sum();
    }

    static long revision(JsonNode object) {
        String revision = Meta.annotation(object, REVISION);
        return revision == null || revision.isEmpty() ? 0 : Long.parseLong(revision);
    }

    /** What a new revision is called: one more than the newest of the old ones. */
    long nextRevision() {
        return old.stream().mapToLong(RolloutSets::revision).max().orElse(0) + 1;
    }

    /** The ReplicaSet of the Deployment's template, as it is created. */
    static ObjectNode of(ObjectNode deployment, int replicas, long revision) {
        String hash = hash(deployment);
        ObjectNode template = deployment.path("spec").path("template").deepCopy();
        Meta.of(template).withObjectProperty("labels").put(HASH, hash);
        ObjectNode set = Json.object().put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
        ObjectNode metadata = set.putObject("metadata")
                .put("name", Meta.name(deployment) + "-" + hash)
                .put("namespace", Meta.namespace(deployment));
        metadata.set("labels", template.path("metadata").path("labels").deepCopy());
        ObjectNode annotations = metadata.putObject("annotations");
        annotate(annotations, deployment, revision);
        metadata.putArray("ownerReferences").add(Owners.reference(DEPLOYMENTS, deployment));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        Json.count(
                spec,
                "minReadySeconds",
                deployment.path("spec").path("minReadySeconds").asInt());
        ObjectNode selector = deployment.path("spec").path("selector").deepCopy();
        selector.withObjectProperty("matchLabels").put(HASH, hash);
        spec.set("selector", selector);
        spec.set("template", template);
        return set;
    }

    /** The Deployment's annotations, those of other tools too, and what a ReplicaSet remembers of its scale. */
    static void annotate(ObjectNode annotations, ObjectNode deployment, long revision) {
        deployment.path("metadata").path("annotations").properties().forEach(annotation -> {
            String key = annotation.getKey();
            if (!key.startsWith("deployment.kubernetes.io/")
                    && !key.equals("kubectl.kubernetes.io/last-applied-configuration")) {
                annotations.set(key, annotation.getValue());
            }
        });
        annotations.put(REVISION, Long.toString(revision));
        annotateScale(annotations, deployment);
    }

    static void annotateScale(ObjectNode annotations, ObjectNode deployment) {
        RolloutLimits limits = RolloutLimits.of(deployment);
        annotations.put("deployment.kubernetes.io/desired-replicas", Integer.toString(limits.replicas()));
        annotations.put(
                "deployment.kubernetes.io/max-replicas", Integer.toString(limits.replicas() + limits.maxSurge()));
    }

    /** Whether a ReplicaSet was last sized for another number of replicas of the whole Deployment. */
    static boolean sizedForOther(JsonNode set, int replicas) {
        String desired = Meta.annotation(set, "deployment.kubernetes.io/desired-replicas");
        return desired != null && !desired.isEmpty() && !desired.equals(Integer.toString(replicas));
    }

    private static String hash(JsonNode deployment) {
        return Json.hash(
                deployment.path("spec").path("template"),
                deployment.path("status").path("collisionCount").asInt());
    }

    /** Deletes what is beyond the history's limit and serves nothing any more. */
    void removeOldest(ControllerClient client, int limit) {
        List<ObjectNode> kept = old.stream()
                .filter(set -> !Meta.deleting(set))
                .sorted(Comparator.comparingLong(RolloutSets::revision))
                .toList();
        for (ObjectNode set : kept.subList(0, Math.max(0, kept.size() - limit))) {
            if (replicas(set) == 0
                    && status(set, "replicas") == 0
                    && Meta.generation(set)
                            <= set.path("status").path("observedGeneration").asLong()) {
                client.delete(REPLICA_SETS, set);
            }
        }
    }
}
