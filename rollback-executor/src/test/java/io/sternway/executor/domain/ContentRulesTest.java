package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.content.Comparison;
import io.sternway.executor.domain.content.JobRule;
import io.sternway.executor.domain.content.JobRule.Live;
import io.sternway.executor.domain.content.JobRule.Step;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.content.Retention;
import io.sternway.executor.domain.content.WaveReadiness;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ContentRulesTest {

    @Test
    @Tag("K1")
    @DisplayName("K1 manager, inventory and label are made of the promotion's name, and fit")
    void ownersHaveNames() {
        Owner owner = new Owner("payments", "checkout");
        assertEquals("sternway-" + owner.inventoryName().substring(27), owner.manager());
        assertEquals("sternway-payments-checkout-", owner.inventoryName().substring(0, 27));
        Owner longest = new Owner("p".repeat(63), "q".repeat(63));
        assertTrue(longest.inventoryName().length() <= 63);
        assertTrue(longest.applySetId().matches("applyset-[A-Za-z0-9_-]{43}-v1"));
        assertNotEquals(new Owner("a-b", "c").manager(), new Owner("a", "b-c").manager());
    }

    @Test
    @Tag("K6")
    @DisplayName("K6 the whole table of Jobs")
    void jobsFollowTheTable() {
        assertEquals(List.of(Step.Apply, Step.Apply, Step.Replace), steps(false, false, false));
        assertEquals(List.of(Step.Apply, Step.Replace, Step.Replace), steps(false, true, false));
        assertEquals(List.of(Step.LeaveOut, Step.Apply, Step.Replace), steps(false, false, true));
        assertEquals(List.of(Step.LeaveOut, Step.Apply, Step.Replace), steps(false, true, true));
        assertEquals(List.of(Step.LeaveOut, Step.Apply, Step.Delete), steps(true, false, false));
        assertEquals(List.of(Step.LeaveOut, Step.Apply, Step.Delete), steps(true, false, true));
        assertEquals(List.of(Step.Apply, Step.Replace, Step.Replace), steps(true, true, false));
        assertEquals(List.of(Step.LeaveOut, Step.Apply, Step.Replace), steps(true, true, true));
    }

    private static List<Step> steps(boolean rollback, boolean rerun, boolean ran) {
        return List.of(
                JobRule.decide(rollback, rerun, ran, Live.Absent),
                JobRule.decide(rollback, rerun, ran, Live.Compatible),
                JobRule.decide(rollback, rerun, ran, Live.Different));
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 leftovers are what the inventory has and the snapshot has not, the last written first")
    void leftoversAreTheDifference() {
        ObjectName map = new ObjectName("v1", "ConfigMap", "a", "m");
        ObjectName web = new ObjectName("apps/v1", "Deployment", "a", "w");
        ObjectName hpa1 = new ObjectName("autoscaling/v1", "HorizontalPodAutoscaler", "a", "h");
        ObjectName hpa2 = new ObjectName("autoscaling/v2", "HorizontalPodAutoscaler", "a", "h");
        ObjectName space = new ObjectName("v1", "Namespace", null, "a");
        assertEquals(List.of(web, map, space), Retention.leftovers(List.of(map, space, web, hpa1), List.of(hpa2)));
        assertEquals(List.of(hpa2, map), Retention.union(List.of(hpa1, map), List.of(hpa2)));
    }

    @Test
    @Tag("K5")
    @DisplayName("K5 namespaces, definitions, claims and volumes are kept unless they say otherwise")
    void someKindsAreKept() {
        for (String kind :
                List.of("Namespace", "CustomResourceDefinition", "PersistentVolumeClaim", "PersistentVolume")) {
            assertTrue(Retention.kept(Json.of("{kind: " + kind + "}")), kind);
            assertFalse(Retention.kept(
                    Json.of("{kind: " + kind + ", metadata: {annotations: {sternway.io/prune: \"true\"}}}")));
        }
        assertFalse(Retention.kept(Json.of("{kind: ConfigMap}")));
    }

    @Test
    @Tag("K3")
    @DisplayName(
            "K3 what differs is found; another notation of a quantity, an empty field or a default is no difference")
    void differencesAreFound() {
        Map<String, Object> wanted =
                Json.of("{spec: {cpu: 1000m, memory: 1Gi, empty: {}, list: [{name: a, v: 1}], n: 3}}");
        assertEquals(
                List.of(),
                Comparison.differences(
                        wanted,
                        Json.of(
                                "{spec: {cpu: 1, memory: 1024Mi, list: [{name: b}, {name: a, v: 1, d: x}], n: 3, more: 1}}")));
        assertEquals(
                List.of(".spec.cpu", ".spec.list[name=a].v", ".spec.n"),
                Comparison.differences(wanted, Json.of("{spec: {cpu: 2, memory: 1Gi, list: [{name: a, v: 2}]}}")));
    }

    @Test
    @Tag("K3")
    @DisplayName("K3 a dry run that changes nothing but status is no change")
    void statusIsNoChange() {
        Map<String, Object> live = Json.of("{metadata: {resourceVersion: \"1\", managedFields: "
                + "[{manager: c, subresource: status}]}, spec: {a: 1}, status: {b: 1}}");
        assertTrue(Comparison.sameButForStatus(
                live,
                Json.of("{metadata: {resourceVersion: \"2\", managedFields: [],"
                        + " annotations: {deployment.kubernetes.io/revision: \"1\"}}, spec: {a: 1}}")));
        assertFalse(Comparison.sameButForStatus(
                live, Json.of("{metadata: {resourceVersion: \"1\", managedFields: []}, spec: {a: 2}}")));
        assertFalse(Comparison.sameButForStatus(null, live));
    }

    @Test
    @Tag("K3")
    @DisplayName("K3 a wave is ready when its workloads are, at their newest generation")
    void wavesBecomeReady() {
        String web =
                "{kind: Deployment, metadata: {generation: 2}, spec: {replicas: 2}, status: {observedGeneration: %d,"
                        + " replicas: %d, updatedReplicas: %d, availableReplicas: %d}}";
        assertNull(WaveReadiness.missing(Json.of(web.formatted(2, 2, 2, 2))));
        assertNotNull(WaveReadiness.missing(Json.of(web.formatted(1, 2, 2, 2))));
        assertNotNull(WaveReadiness.missing(Json.of(web.formatted(2, 3, 2, 2))));
        assertNotNull(WaveReadiness.missing(Json.of(web.formatted(2, 2, 2, 1))));
        assertNotNull(WaveReadiness.missing(Json.of("{kind: Job, status: {}}")));
        assertNull(WaveReadiness.missing(
                Json.of("{kind: Job, status: {conditions: [{type: Complete, status: \"True\"}]}}")));
        assertNull(WaveReadiness.missing(Json.of("{kind: ConfigMap}")));
        assertNotNull(WaveReadiness.missing(
                Json.of("{kind: Widget, status: {conditions: [{type: Ready, status: \"False\"}]}}")));
    }
}
