package io.sternway.sandbox.cluster.controllers.workloads;

import static io.sternway.sandbox.cluster.model.BuiltIn.DEPLOYMENTS;
import static io.sternway.sandbox.cluster.model.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.model.BuiltIn.REPLICA_SETS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.controllers.work.ControllerClient;
import io.sternway.sandbox.cluster.controllers.work.Json;
import io.sternway.sandbox.cluster.controllers.work.ObjectKey;
import io.sternway.sandbox.cluster.controllers.work.Owners;
import io.sternway.sandbox.cluster.controllers.work.Reconciler;
import io.sternway.sandbox.cluster.model.Conditions;
import io.sternway.sandbox.cluster.model.Meta;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the Pods of one template by those of the next, through ReplicaSets, as the real deployment controller does
 * step by step: each step ends with the status that it led to.
 */
public final class DeploymentController implements Reconciler {
    private final ControllerClient client;

    public DeploymentController(ControllerClient client) {
        this.client = client;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        Owners.concerned(event, DEPLOYMENTS, REPLICA_SETS, concerned, client);
        if (event.kind().equals(PODS) && event.type() == StoreEvent.Type.DELETED) {
            // Recreate waits until the last old Pod is gone, which its ReplicaSet does not count any more.
            ObjectNode set = client.get(
                    REPLICA_SETS,
                    new ObjectKey(
                            Meta.namespace(event.object()),
                            Owners.controller(event.object()).path("name").asText()));
            if (set != null) {
                JsonNode owner = Owners.controller(set);
                concerned.accept(
                        new ObjectKey(Meta.namespace(set), owner.path("name").asText()));
            }
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode deployment = client.get(DEPLOYMENTS, key);
        if (deployment == null) {
            return null;
        }
        if (!Meta.deleting(deployment)) {
            deployment = pausedOrResumed(deployment);
            step(deployment);
        }
        ObjectNode after = client.get(DEPLOYMENTS, key);
        return after == null ? null : publish(after);
    }

    private void step(ObjectNode deployment) {
        RolloutStep rollout = new RolloutStep(client, deployment, RolloutSets.read(client, deployment));
        if (paused(deployment) || rollout.scaled()) {
            rollout.scale();
        } else if (deployment.at("/spec/strategy/type").asText().equals("Recreate")) {
            rollout.recreate();
        } else {
            rollout.roll();
        }
    }

    /** Writes the status; says when the progress deadline has to be looked at. */
    private @Nullable Duration publish(ObjectNode deployment) {
        RolloutSets sets = RolloutSets.read(client, deployment);
        ObjectNode status = DeploymentStatus.of(client, deployment, sets);
        if (!paused(deployment) && !Meta.deleting(deployment)) {
            DeploymentStatus.progress(client, deployment, sets, status);
        }
        if (DeploymentStatus.complete(deployment, status)) {
            sets.removeOldest(client, Json.number(deployment.at("/spec/revisionHistoryLimit"), 10));
        }
        client.status(DEPLOYMENTS, deployment, status);
        return DeploymentStatus.lookAgain(client, deployment, status);
    }

    private static boolean paused(JsonNode deployment) {
        return deployment.at("/spec/paused").asBoolean();
    }

    /** Says in condition Progressing that the deployment is paused, or no longer, so that its deadline stands still. */
    private ObjectNode pausedOrResumed(ObjectNode deployment) {
        JsonNode progressing = Conditions.get(deployment.path("status"), "Progressing");
        String reason = progressing.path("reason").asText();
        if (!DeploymentStatus.hasDeadline(deployment) || reason.equals(DeploymentStatus.TIMED_OUT)) {
            return deployment;
        }
        boolean says = reason.equals("DeploymentPaused");
        if (paused(deployment) == says) {
            return deployment;
        }
        ObjectNode status = deployment.path("status").deepCopy();
        Conditions.put(
                status,
                DeploymentStatus.condition(
                        "Progressing",
                        "Unknown",
                        paused(deployment) ? "DeploymentPaused" : "DeploymentResumed",
                        paused(deployment) ? "Deployment is paused" : "Deployment is resumed",
                        client.now()));
        client.status(DEPLOYMENTS, deployment, status);
        ObjectNode now = client.get(DEPLOYMENTS, ObjectKey.of(deployment));
        return now == null ? deployment : now;
    }
}
