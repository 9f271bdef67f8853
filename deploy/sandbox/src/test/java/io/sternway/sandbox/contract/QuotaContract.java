package io.sternway.sandbox.contract;

import static io.sternway.sandbox.contract.Manifests.configMap;
import static io.sternway.sandbox.contract.Manifests.deployment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Quotas and disruption budgets: nobody acts on them in a simulated cluster. */
interface QuotaContract {
    @Test
    @DisplayName("X4 what exceeds a quota is a 403 without causes, in a dry run too")
    default void whatExceedsAQuotaIsA403(Space space) {
        space.apply("{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {count/secrets: '0'}}}")
                .is(201);
        Answer quota =
                space.until("ResourceQuota", "q", now -> assertEquals("0", now.text("/status/used/count~1secrets")));
        assertEquals("0", quota.text("/status/hard/count~1secrets"));
        String secret = "{apiVersion: v1, kind: Secret, metadata: {name: s}}";
        Answer refused = space.apply("sternway", "&dryRun=All", secret);
        refused.isStatus(
                403,
                "Forbidden",
                "secrets \"s\" is forbidden: exceeded quota: q, requested: count/secrets=1, used: count/secrets=0, "
                        + "limited: count/secrets=0");
        assertEquals(List.of(), refused.causes());
        space.apply(secret).is(403);
    }

    @Test
    default void aQuotaCountsWhatIsThere(Space space) {
        space.apply(configMap("c", "a: b")).is(201);
        space.apply("{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {configmaps: '3'}}}")
                .is(201);
        space.until("ResourceQuota", "q", now -> assertEquals("1", now.text("/status/used/configmaps")));
        space.apply(configMap("d", "a: b")).is(201);
        space.until("ResourceQuota", "q", now -> assertEquals("2", now.text("/status/used/configmaps")));
    }

    @Test
    @DisplayName("X4 Pods that a quota forbids are a ReplicaFailure")
    default void podsThatAQuotaForbidsAreAReplicaFailure(Space space) {
        space.apply("{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {pods: '1'}}}")
                .is(201);
        space.until("ResourceQuota", "q", now -> assertEquals("0", now.text("/status/used/pods")));
        space.apply(deployment("web", 2, "ready")).is(201);
        Answer failed = space.until(
                "Deployment", "web", now -> assertEquals("True FailedCreate", now.condition("ReplicaFailure")));
        assertTrue(
                failed.conditionMessage("ReplicaFailure")
                        .matches("pods \"web-[a-z0-9]+-[a-z0-9]+\" is forbidden: exceeded quota: q, requested: pods=1, "
                                + "used: pods=1, limited: pods=1"),
                failed.conditionMessage("ReplicaFailure"));
        space.delete("ResourceQuota", "q").is(200);
        space.until("Deployment", "web", now -> {
            assertEquals(2, now.number("/status/availableReplicas"));
            assertEquals("", now.condition("ReplicaFailure"));
        });
    }

    @Test
    @DisplayName("H3 a disruption budget says how many may go")
    default void aBudgetSaysHowManyMayGo(Space space) {
        space.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {minAvailable: 1, "
                        + "selector: {matchLabels: {app: web}}}}")
                .is(201);
        Answer none = space.until(
                "PodDisruptionBudget",
                "b",
                now -> assertEquals("False InsufficientPods", now.condition("DisruptionAllowed")));
        assertEquals(0, none.number("/status/expectedPods"));
        space.apply(deployment("web", 2, "ready")).is(201);
        Answer two = space.until(
                "PodDisruptionBudget",
                "b",
                now -> assertEquals("True SufficientPods", now.condition("DisruptionAllowed")));
        space.until("PodDisruptionBudget", "b", now -> assertEquals(2, now.number("/status/currentHealthy")));
        assertEquals(1, two.number("/status/observedGeneration"));
        assertEquals(1, two.number("/status/desiredHealthy"));
    }
}
