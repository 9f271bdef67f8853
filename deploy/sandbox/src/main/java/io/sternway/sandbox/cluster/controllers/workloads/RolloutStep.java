package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.DEPLOYMENTS;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.REPLICA_SETS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Pods;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a Deployment's rollout: at most one kind of change, after which the next step sees what became of it. */
final class RolloutStep {
    private final ControllerClient client;
    private final ObjectNode deployment;
    private final RolloutLimits limits;
    private RolloutSets sets;

    RolloutStep(ControllerClient client, ObjectNode deployment, RolloutSets sets) {
        this.client = client;
        this.deployment = deployment;
        this.limits = RolloutLimits.of(deployment);
        this.sets = sets;
    }

    /** The wanted number of Pods has changed since the active ReplicaSets were given theirs. */
    boolean scaled() {
        return sets.all().stream()
                .anyMatch(set -> RolloutSets.replicas(set) > 0 && RolloutSets.sizedForOther(set, limits.replicas()));
    }

    void roll() {
        ObjectNode current = ensureCurrent();
        if (!scaleCurrent(current)) {
            scaleOld(current);
        }
    }

    void recreate() {
        boolean scaledDown = false;
        for (ObjectNode set : sets.old()) {
            if (RolloutSets.replicas(set) > 0) {
                resize(set, 0);
                scaledDown = true;
            }
        }
        if (scaledDown || oldPodsRun()) {
            return;
        }
        scaleCurrent(ensureCurrent());
    }

    /** Takes note of another wanted number: one ReplicaSet gets it at once, with several the rollout leads there. */
    void scale() {
        updateCurrent();
        List<ObjectNode> active =
                sets.all().stream().filter(set -> RolloutSets.replicas(set) > 0).toList();
        if (active.size() > 1) {
            active.forEach(set -> resize(set, RolloutSets.replicas(set)));
            return;
        }
        ObjectNode only = active.isEmpty() ? latest() : active.get(0);
        if (only != null) {
            resize(only, limits.replicas());
        }
    }

    private @Nullable ObjectNode latest() {
        return sets.current() != null || sets.old().isEmpty()
                ? sets.current()
                : sets.old().get(sets.old().size() - 1);
    }

    /** The ReplicaSet of the template: made, or taken up again with a new revision. */
    private ObjectNode ensureCurrent() {
        updateCurrent();
        if (sets.current() != null) {
            return sets.current();
        }
        long revision = sets.nextRevision();
        int room = Math.max(0, limits.replicas() + limits.maxSurge() - RolloutSets.sum(sets.old()));
        boolean recreates = deployment.at("/spec/strategy/type").asText().equals("Recreate");
        int replicas = recreates ? limits.replicas() : Math.min(room, limits.replicas());
        // While one of this name is there that another Deployment had, this is refused and tried again.
        ObjectNode created = client.create(REPLICA_SETS, RolloutSets.of(deployment, replicas, revision));
        note(revision, "NewReplicaSetCreated", "Created new replica set \"" + Meta.name(created) + "\"");
        sets = new RolloutSets(created, sets.old());
        return created;
    }

    private void updateCurrent() {
        ObjectNode current = sets.current();
        if (current == null) {
            return;
        }
        long revision = Math.max(sets.nextRevision(), RolloutSets.revision(current));
        client.edit(REPLICA_SETS, current, set -> {
            RolloutSets.annotate(Meta.of(set).withObjectProperty("annotations"), deployment, revision);
            Json.count(
                    set.withObjectProperty("spec"),
                    "minReadySeconds",
                    deployment.at("/spec/minReadySeconds").asInt());
        });
        note(revision, "FoundNewReplicaSet", "Found new replica set \"" + Meta.name(current) + "\"");
    }

    /** The Deployment's revision, and condition Progressing if it has none yet or a ReplicaSet was just made. */
    private void note(long revision, String reason, String message) {
        boolean knows =
                !Conditions.get(deployment.path("status"), "Progressing").isMissingNode();
        boolean says = DeploymentStatus.hasDeadline(deployment) && !(knows && reason.equals("FoundNewReplicaSet"));
        // Through the status, so that the annotation makes no new generation.
        client.editStatus(DEPLOYMENTS, deployment, now -> {
            Meta.of(now).withObjectProperty("annotations").put(RolloutSets.REVISION, Long.toString(revision));
            if (says) {
                Conditions.put(
                        now.withObjectProperty("status"),
                        DeploymentStatus.condition("Progressing", "True", reason, message, client.now()));
            }
        });
    }

    private boolean scaleCurrent(ObjectNode current) {
        int size = RolloutSets.replicas(current);
        if (size == limits.replicas()) {
            return false;
        }
        if (size > limits.replicas()) {
            return resize(current, limits.replicas());
        }
        int room = limits.replicas() + limits.maxSurge() - RolloutSets.sum(sets.all());
        return resize(current, room <= 0 ? size : Math.min(limits.replicas(), size + room));
    }

    private void scaleOld(ObjectNode current) {
        if (RolloutSets.sum(sets.old()) == 0) {
            return;
        }
        int unavailable = RolloutSets.replicas(current) - RolloutSets.status(current, "availableReplicas");
        int spare = RolloutSets.sum(sets.all()) - limits.minAvailable() - unavailable;
        if (spare <= 0) {
            return;
        }
        // First what does not serve anyway.
        int removed = 0;
        List<Integer> sizes = new ArrayList<>();
        for (ObjectNode set : sets.old()) {
            int size = RolloutSets.replicas(set);
            int broken = Math.max(0, size - RolloutSets.status(set, "availableReplicas"));
            int goes = Math.min(spare - removed, broken);
            removed += goes;
            sizes.add(size - goes);
        }
        int surplus = RolloutSets.sum(sets.all(), "availableReplicas") - limits.minAvailable();
        for (int i = 0; i < sizes.size() && surplus > 0; i++) {
            int goes = Math.min(surplus, sizes.get(i));
            surplus -= goes;
            sizes.set(i, sizes.get(i) - goes);
        }
        for (int i = 0; i < sizes.size(); i++) {
            resize(sets.old().get(i), sizes.get(i));
        }
    }

    private boolean oldPodsRun() {
        return sets.old().stream()
                .flatMap(set -> client.list(PODS, Meta.namespace(set)).stream()
                        .filter(pod ->
                                Owners.controller(pod).path("uid").asText().equals(Meta.uid(set))))
                .anyMatch(pod -> !Pods.ended(pod));
    }

    /** @return whether the size was another */
    private boolean resize(ObjectNode set, int replicas) {
        client.edit(REPLICA_SETS, set, now -> {
            now.withObjectProperty("spec").put("replicas", replicas);
            RolloutSets.annotateScale(Meta.of(now).withObjectProperty("annotations"), limits.replicas());
        });
        return RolloutSets.replicas(set) != replicas;
    }
}
