package io.sternway.sandbox.cluster.controllers;

import static io.sternway.sandbox.cluster.store.BuiltIn.PODS;
import static io.sternway.sandbox.cluster.store.BuiltIn.POD_DISRUPTION_BUDGETS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.BuiltIn;
import io.sternway.sandbox.cluster.store.Meta;
import io.sternway.sandbox.cluster.store.ResourceKind;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says how many Pods a disruption budget lets go. */
final class DisruptionController implements Reconciler {
    private final Site site;

    DisruptionController(Site site) {
        this.site = site;
    }

    @Override
    public void changed(StoreEvent event, Consumer<ObjectKey> concerned) {
        if (event.kind().equals(POD_DISRUPTION_BUDGETS)) {
            concerned.accept(ObjectKey.of(event.object()));
        } else if (event.kind().equals(PODS)) {
            for (ObjectNode budget : site.list(POD_DISRUPTION_BUDGETS, Meta.namespace(event.object()))) {
                if (Selectors.matches(budget.path("spec").path("selector"), event.object())) {
                    concerned.accept(ObjectKey.of(budget));
                }
            }
        }
    }

    @Override
    public @Nullable Duration reconcile(ObjectKey key) {
        ObjectNode budget = site.get(POD_DISRUPTION_BUDGETS, key);
        if (budget == null || Meta.deleting(budget)) {
            return null;
        }
        JsonNode spec = budget.path("spec");
        List<ObjectNode> pods = site.list(PODS, key.namespace()).stream()
                .filter(pod -> Selectors.matches(spec.path("selector"), pod) && Pods.active(pod))
                .toList();
        int healthy = (int) pods.stream().filter(Pods::ready).count();
        int expected = pods.size();
        int desired;
        if (spec.has("maxUnavailable")) {
            expected = scale(pods);
            desired = Math.max(0, expected - Json.scaled(spec.path("maxUnavailable"), expected, true, 0));
        } else if (spec.path("minAvailable").isTextual()) {
            expected = scale(pods);
            desired = Json.scaled(spec.path("minAvailable"), expected, true, 0);
        } else {
            desired = Json.number(spec.path("minAvailable"), 1);
        }
        int allowed = expected > 0 ? Math.max(0, healthy - desired) : 0;

        ObjectNode status = budget.path("status") instanceof ObjectNode before ? before.deepCopy() : Json.object();
        status.put("observedGeneration", Meta.generation(budget))
                .put("disruptionsAllowed", allowed)
                .put("currentHealthy", healthy)
                .put("desiredHealthy", desired)
                .put("expectedPods", expected);
        JsonNode before = Conditions.get(status, "DisruptionAllowed");
        ObjectNode condition = Conditions.of(
                "DisruptionAllowed", allowed > 0, allowed > 0 ? "SufficientPods" : "InsufficientPods", "", site.now());
        condition.put("observedGeneration", Meta.generation(budget));
        if (before.path("status").equals(condition.path("status"))) {
            condition.set("lastTransitionTime", before.path("lastTransitionTime"));
        }
        Conditions.put(status, condition);
        site.status(POD_DISRUPTION_BUDGETS, budget, status);
        return null;
    }

    /** How many Pods their controllers want. */
    private int scale(List<ObjectNode> pods) {
        Map<String, Integer> wanted = new HashMap<>();
        for (ObjectNode pod : pods) {
            JsonNode owner = Owners.controller(pod);
            ResourceKind kind = switch (owner.path("kind").asText()) {
                case "ReplicaSet" -> BuiltIn.REPLICA_SETS;
                case "StatefulSet" -> BuiltIn.STATEFUL_SETS;
                default -> null;
            };
            ObjectNode controller = kind == null
                    ? null
                    : site.get(
                            kind,
                            new ObjectKey(
                                    Meta.namespace(pod), owner.path("name").asText()));
            if (controller != null) {
                wanted.put(
                        Meta.uid(controller),
                        Json.number(controller.path("spec").path("replicas"), 1));
            }
        }
        return wanted.values().stream().mapToInt(Integer::intValue).sum();
    }
}
