package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.sternway.events.ObjectRef;
import io.sternway.events.TargetDeployment;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All of a content moves and reverts together. */
interface WholeContentScenarios {

    TestEnvironment environment();

    @Test
    @DisplayName("R19, K5: a rollback restores exactly revision 1, and nothing goes before PodBehaviour are healthy")
    default void a_rollback_restores_the_whole_content() {
        Scenario scenario = Scenario.on(environment(), "whole-content", 2);
        String ns = scenario.namespace();
        List<StageBuilder> stages = List.of(scenario.stage("one", 1, 2));
        scenario.publish(scenario.document(
                stages,
                List.of(
                        Manifests.deployment(ns, "web", "1", PodBehaviour.READY),
                        Manifests.configMap(ns, "changed", Map.of("a", "1", "b", "1")),
                        Manifests.configMap(ns, "dropped", Map.of("needed", "by old PodBehaviour")))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        scenario.publish(scenario.document(
                stages,
                List.of(
                        Manifests.deployment(ns, "web", "2", PodBehaviour.CRASH),
                        Manifests.deployment(ns, "worker", "2", PodBehaviour.READY),
                        Manifests.configMap(ns, "changed", Map.of("a", "2", "c", "2")),
                        Manifests.configMap(ns, "added", Map.of("new", "2")))));
        scenario.awaitAudit(AuditType.StageFailed);
        assertNotNull(
                configMap(scenario, 1, "dropped"),
                "K5: what old PodBehaviour may need stays until the new are healthy");
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);

        Outcome.assertServes(scenario, "web", "1", 1, 2);
        for (int number : new int[] {1, 2}) {
            assertEquals(
                    Map.of("a", "1", "b", "1"),
                    configMap(scenario, number, "changed").getData());
            assertNotNull(configMap(scenario, number, "dropped"));
            assertNull(configMap(scenario, number, "added"));
            assertEquals("none", scenario.image(number, "worker").orElse("none"));
        }
    }

    @Test
    @DisplayName("K5: what a healthy revision no longer has is removed")
    default void what_a_healthy_revision_dropped_is_removed() {
        Scenario scenario = Scenario.on(environment(), "pruned-content", 1);
        String ns = scenario.namespace();
        List<StageBuilder> stages = List.of(scenario.stage("one", 1));
        scenario.publish(scenario.document(
                stages,
                List.of(
                        Manifests.deployment(ns, "web", "1", PodBehaviour.READY),
                        Manifests.configMap(ns, "old", Map.of("a", "1")))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(scenario.document(stages, List.of(Manifests.deployment(ns, "web", "2", PodBehaviour.READY))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        assertNull(configMap(scenario, 1, "old"));
    }

    @Test
    @DisplayName("K3, K5: CRDs before instances, and Namespace, CRD and claim are retained")
    default void kinds_come_in_order_and_what_holds_data_is_retained() {
        Scenario scenario = Scenario.on(environment(), "kinds-in-order", 1);
        String ns = scenario.namespace();
        String other = ns + "-data";
        List<StageBuilder> stages = List.of(scenario.stage("one", 1));
        Map<String, Object> web = Manifests.deployment(ns, "web", "1", PodBehaviour.READY);
        scenario.publish(scenario.document(stages, List.of(web)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        Map<String, Object> widget = Manifests.object("e2e.sternway.io/v1", "Widget", other, "first");
        widget.put("spec", Map.of("size", 3));
        scenario.publish(scenario.document(
                stages,
                List.of(
                        widget,
                        Manifests.claim(other, "data"),
                        Manifests.deployment(ns, "web", "2", PodBehaviour.CRASH),
                        Manifests.namespace(other),
                        Manifests.crd("widgets.e2e.sternway.io", "Widget", "widgets"))));
        scenario.awaitAudit(AuditType.StageFailed);
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);

        assertNotNull(scenario.client(1).namespaces().withName(other).get(), "Namespaces are retained");
        assertNotNull(
                scenario.client(1)
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("widgets.e2e.sternway.io")
                        .get(),
                "CRDs are retained");
        assertNotNull(
                scenario.client(1)
                        .persistentVolumeClaims()
                        .inNamespace(other)
                        .withName("data")
                        .get(),
                "claims are retained");
        TargetDeployment last = scenario.lastDeployment(1);
        assertEquals(
                Set.of("Namespace", "CustomResourceDefinition", "PersistentVolumeClaim"),
                last.prune().retained().stream().map(ObjectRef::kind).collect(Collectors.toSet()));
    }

    @Test
    @DisplayName("a stage adds and replaces objects, and placeholders are the cluster's own")
    default void a_stage_has_content_of_its_own_and_placeholders_are_the_clusters() {
        Scenario scenario = Scenario.on(environment(), "stage-content", 2);
        String ns = scenario.namespace();
        Map<String, Object> common =
                Manifests.configMap(ns, "settings", Map.of("cluster", "${cluster.name}", "level", "common"));
        scenario.publish(scenario.document(
                List.of(
                        scenario.stage("one", 1),
                        scenario.stage("two", 2)
                                .content(List.of(
                                        Manifests.configMap(
                                                ns,
                                                "settings",
                                                Map.of(
                                                        "cluster", "${cluster.name}-${cluster.labels.number}",
                                                        "literal", "$${cluster.name}")),
                                        Manifests.configMap(ns, "extra", Map.of("only", "here"))))),
                List.of(common)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        assertEquals(
                Map.of("cluster", scenario.cluster(1), "level", "common"),
                configMap(scenario, 1, "settings").getData());
        assertNull(configMap(scenario, 1, "extra"));
        assertEquals(
                Map.of("cluster", scenario.cluster(2) + "-2", "literal", "${cluster.name}"),
                configMap(scenario, 2, "settings").getData());
        assertNotNull(configMap(scenario, 2, "extra"));
    }

    @Test
    @DisplayName("a placeholder that a cluster cannot resolve stops the stage before anything is dispatched")
    default void a_placeholder_that_cannot_be_resolved_stops_the_stage() {
        Scenario scenario = Scenario.on(environment(), "unresolvable", 1);
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1)),
                List.of(Manifests.configMap(
                        scenario.namespace(), "settings", Map.of("zone", "${cluster.labels.zone}")))));
        Audit halted = scenario.awaitAudit(AuditType.StageHalted);
        assertEquals(AuditReason.UnresolvedPlaceholder, halted.record().reason());
        assertTrue(halted.record().message().contains("zone"), halted::inShort);
        assertTrue(halted.record().message().contains(scenario.cluster(1)), halted::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.TargetDispatched));
    }

    private static ConfigMap configMap(Scenario scenario, int number, String name) {
        return scenario.client(number)
                .configMaps()
                .inNamespace(scenario.namespace())
                .withName(name)
                .get();
    }
}
