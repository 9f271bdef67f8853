package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Editors;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Others at work on the same objects, and API servers that refuse. */
interface OwnershipScenarios {

    TestEnvironment environment();

    @Test
    @DisplayName(
            "K2, K4: somebody else owns a field: nothing is changed, field and manager are named; Force takes over")
    default void a_conflict_is_named_before_anything_is_changed_and_force_takes_over() {
        Scenario scenario = Scenario.on(environment(), "conflict", 1);
        String ns = scenario.namespace();
        Editors.createNamespace(scenario, 1);
        Editors.apply(scenario, 1, "gitops", Manifests.deployment(ns, "web", "their", PodBehaviour.READY));
        List<Map<String, Object>> manifests = List.of(
                Manifests.configMap(ns, "settings", Map.of("a", "1")),
                Manifests.deployment(ns, "web", "1", PodBehaviour.READY));
        scenario.publish(scenario.document(List.of(scenario.stage("one", 1).with("onFailure", "Halt")), manifests));
        Audit failed = scenario.awaitAudit(AuditType.TargetFailed);
        assertTrue(failed.record().message().contains("gitops"), failed::inShort);
        assertTrue(failed.record().message().contains("image"), failed::inShort);
        assertEquals(AuditType.RunHalted, scenario.awaitRunEnd(1), scenario::inShort);
        assertNull(scenario.client(1)
                .configMaps()
                .inNamespace(ns)
                .withName("settings")
                .get());
        assertEquals(Manifests.image("their"), scenario.image(1, "web").orElse("none"));

        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1).with("conflicts", "Force")),
                List.of(Manifests.deployment(ns, "web", "2", PodBehaviour.READY))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "2", 1);
    }

    @Test
    @DisplayName("K4: an edit during the incident does not stop the rollback, and is listed")
    default void an_edit_during_the_incident_does_not_stop_the_rollback() {
        Scenario scenario = Scenario.on(environment(), "edited", 1);
        String ns = scenario.namespace();
        List<StageBuilder> stages = List.of(scenario.stage("one", 1).with("failureThreshold", "15s"));
        scenario.publish(scenario.document(stages, List.of(Manifests.deployment(ns, "web", "1", PodBehaviour.READY))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        scenario.publish(scenario.document(stages, List.of(Manifests.deployment(ns, "web", "2", PodBehaviour.CRASH))));
        scenario.awaitAudit(AuditType.TargetDegraded);
        Editors.edit(scenario, 1, "web", web -> {
            web.getSpec().getTemplate().getSpec().getContainers().get(0).setImage(Manifests.image("hotfix"));
            web.getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .get(0)
                    .setEnv(List.of(
                            new EnvVarBuilder().withName("DEBUG").withValue("1").build()));
        });
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
        assertEquals(
                List.of(),
                Editors.deployment(scenario, 1, "web")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getEnv());
        assertTrue(
                Editors.notes(scenario, 1).stream().anyMatch(note -> note.contains("kubectl-edit")),
                () -> Editors.notes(scenario, 1).toString());
    }

    @Test
    @DisplayName("K9: an autoscaler's replicas are left alone, in both directions")
    default void replicas_of_an_autoscaler_are_left_alone() {
        Scenario scenario = Scenario.on(environment(), "autoscaled", 1);
        scenario.publish(autoscaled(scenario, "1", PodBehaviour.READY));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        Editors.scale(scenario, 1, "web", 4);
        scenario.publish(autoscaled(scenario, "2", PodBehaviour.READY));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        assertEquals(4, Editors.deployment(scenario, 1, "web").getSpec().getReplicas());
        scenario.publish(autoscaled(scenario, "3", PodBehaviour.CRASH));
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(3), scenario::inShort);
        assertEquals(4, Editors.deployment(scenario, 1, "web").getSpec().getReplicas());
        Outcome.assertServes(scenario, "web", "2", 1);
    }

    private static Map<String, Object> autoscaled(Scenario scenario, String version, PodBehaviour pods) {
        String ns = scenario.namespace();
        return scenario.document(
                List.of(scenario.stage("one", 1)),
                List.of(Manifests.deployment(ns, "web", version, pods), Manifests.autoscaler(ns, "web", 2, 9)));
    }

    @Test
    @DisplayName("X4: an invalid spec fails at once with the API server's words")
    default void an_invalid_spec_fails_at_once() {
        Scenario scenario = Scenario.on(environment(), "invalid-spec", 1);
        Map<String, Object> web = Manifests.deployment(scenario.namespace(), "web", "1", -1, Map.of());
        Audit failed = failsAtOnce(scenario, web);
        assertEquals(AuditReason.Refused, failed.record().reason());
        assertTrue(failed.record().message().contains("must be greater than or equal to 0"), failed::inShort);
    }

    @Test
    @DisplayName("K1: two promotions with the same object: the second is refused and names the first")
    default void two_promotions_with_the_same_object_are_told_apart() {
        Scenario first = Scenario.on(environment(), "same-object-a", 1);
        first.publish(first.document(
                List.of(first.stage("one", 1)),
                List.of(Manifests.configMap(first.namespace(), "shared", Map.of("of", "a")))));
        assertEquals(AuditType.RunSucceeded, first.awaitRunEnd(1), first::inShort);
        Scenario second = first.another("same-object-b");
        second.publish(second.document(
                List.of(second.stage("one", 1).with("conflicts", "Force")),
                List.of(Manifests.configMap(first.namespace(), "shared", Map.of("of", "b")))));
        Audit failed = second.awaitAudit(AuditType.TargetFailed);
        assertTrue(failed.record().message().contains(first.key()), failed::inShort);
        assertEquals(
                Map.of("of", "a"),
                first.client(1)
                        .configMaps()
                        .inNamespace(first.namespace())
                        .withName("shared")
                        .get()
                        .getData());
    }

    @Test
    @DisplayName("K4: adopting what kubectl applied replaces no Pod and leaves generations as they are")
    default void adopting_what_runs_changes_nothing() {
        Scenario scenario = Scenario.on(environment(), "adopted", 1);
        String ns = scenario.namespace();
        Map<String, Object> web = Manifests.deployment(ns, "web", "1", PodBehaviour.READY);
        Editors.createNamespace(scenario, 1);
        Editors.applyAsKubectl(scenario, 1, web);
        await().atMost(Scenario.PATIENCE).untilAsserted(() -> Outcome.assertServes(scenario, "web", "1", 1));
        long generation = Editors.deployment(scenario, 1, "web").getMetadata().getGeneration();
        Set<String> pods = Editors.podUids(scenario, 1);

        scenario.publish(scenario.document(List.of(scenario.stage("one", 1)), List.of(web)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        assertEquals(
                generation, Editors.deployment(scenario, 1, "web").getMetadata().getGeneration());
        assertEquals(pods, Editors.podUids(scenario, 1));
        assertEquals(
                1, scenario.rest().path("stages").path(0).path("stableRevision").asInt());
    }

    static Audit failsAtOnce(Scenario scenario, Map<String, Object> manifest) {
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1).rollout("progressDeadline", "1h")), List.of(manifest)));
        Audit failed = scenario.awaitAudit(AuditType.TargetFailed);
        assertEquals(AuditType.RunHalted, scenario.awaitRunEnd(1), scenario::inShort);
        return failed;
    }
}
