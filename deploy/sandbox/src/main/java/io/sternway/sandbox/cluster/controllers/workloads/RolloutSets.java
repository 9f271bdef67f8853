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
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String HASH = "pod-template-hash";

    static RolloutSets read(ControllerClient client, ObjectNode deployment) {
        List<ObjectNode> all = new ArrayList<>(client.claim(REPLICA_SETS, DEPLOYMENTS, deployment));
        all.sort(Comparator.<ObjectNode, String>comparing(
                        set -> set.at("/metadata/creationTimestamp").asText())
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
        ObjectNode template = set.at("/spec/template").deepCopy();
        if (template.at("/metadata/labels") instanceof ObjectNode labels) {
            labels.remove(HASH);
        }
        return Json.same(template, deployment.at("/spec/template"));
    }

    List<ObjectNode> all() {
        List<ObjectNode> all = new ArrayList<>(old);
        if (current != null) {
            all.add(current);
        }
        return all;
    }

    static int replicas(@Nullable JsonNode set) {
        return set == null ? 0 : Json.number(set.at("/spec/replicas"), 1);
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
        String hash = Json.hash(deployment.at("/spec/template"));
        ObjectNode template = deployment.at("/spec/template").deepCopy();
        Meta.of(template).withObjectProperty("labels").put(HASH, hash);
        ObjectNode set = Json.object().put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
        ObjectNode metadata = set.putObject("metadata")
                .put("name", Meta.name(deployment) + "-" + hash)
                .put("namespace", Meta.namespace(deployment));
        metadata.set("labels", template.at("/metadata/labels").deepCopy());
        ObjectNode annotations = metadata.putObject("annotations");
        annotate(annotations, deployment, revision);
        annotateScale(annotations, Json.number(deployment.at("/spec/replicas"), 1));
        metadata.putArray("ownerReferences").add(Owners.reference(DEPLOYMENTS, deployment));
        ObjectNode spec = set.putObject("spec").put("replicas", replicas);
        Json.count(
                spec, "minReadySeconds", deployment.at("/spec/minReadySeconds").asInt());
        ObjectNode selector = deployment.at("/spec/selector").deepCopy();
        selector.withObjectProperty("matchLabels").put(HASH, hash);
        spec.set("selector", selector);
        spec.set("template", template);
        return set;
    }

    /** The Deployment's annotations, those of other tools too. */
    static void annotate(ObjectNode annotations, ObjectNode deployment, long revision) {
        deployment.at("/metadata/annotations").properties().forEach(annotation -> {
            String key = annotation.getKey();
            if (!key.startsWith("deployment.kubernetes.io/")
                    && !key.equals("kubectl.kubernetes.io/last-applied-configuration")) {
                annotations.set(key, annotation.getValue());
            }
        });
        annotations.put(REVISION, Long.toString(revision));
    }

    /** What a ReplicaSet remembers of the number of replicas of the whole Deployment. */
    static void annotateScale(ObjectNode annotations, int replicas) {
        annotations.put(DESIRED, Integer.toString(replicas));
    }

    /** Whether a ReplicaSet was last sized for another number of replicas of the whole Deployment. */
    static boolean sizedForOther(JsonNode set, int replicas) {
        String desired = Meta.annotation(set, DESIRED);
        return desired != null && !desired.isEmpty() && !desired.equals(Integer.toString(replicas));
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
                            <= set.at("/status/observedGeneration").asLong()) {
                client.delete(REPLICA_SETS, set);
            }
        }
    }
}
