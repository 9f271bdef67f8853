package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.EventJson;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Editors;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** All scenarios that hold on real control planes too, and what only these refuse. */
class RealE2E
        implements GoodRevisionScenarios,
                BreakingRevisionScenarios,
                JudgingScenarios,
                WholeContentScenarios,
                OwnershipScenarios {

    @Override
    public TestEnvironment environment() {
        return RealEnvironment.get();
    }

    @Test
    @DisplayName("X4: an exceeded quota fails at once with the API server's words")
    void an_exceeded_quota_fails_at_once() {
        Scenario scenario = Scenario.on(environment(), "quota", 1);
        Editors.createNamespace(scenario, 1);
        Editors.forbidConfigMaps(scenario, 1);
        Audit failed = OwnershipScenarios.failsAtOnce(
                scenario, Manifests.configMap(scenario.namespace(), "settings", Map.of("a", "1")));
        assertTrue(failed.record().message().contains("exceeded quota"), failed::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.RevisionQuarantined), "X4: 403 is no evidence");
    }

    @Test
    @DisplayName("K10: a claim that has grown does not keep a crashing image where it is")
    void a_grown_claim_does_not_keep_the_rest() {
        Scenario scenario = Scenario.on(environment(), "grown-claim", 1);
        Map<String, Object> storage = Manifests.object("storage.k8s.io/v1", "StorageClass", null, "growing");
        storage.put("provisioner", "kubernetes.io/no-provisioner");
        storage.put("allowVolumeExpansion", true);
        Editors.apply(scenario, 1, "admin", storage);
        Map<String, Object> volume = Manifests.object("v1", "PersistentVolume", null, "grown-claim");
        volume.put(
                "spec",
                Map.of(
                        "storageClassName", "growing",
                        "accessModes", List.of("ReadWriteOnce"),
                        "capacity", Map.of("storage", "5Gi"),
                        "hostPath", Map.of("path", "/tmp")));
        Editors.apply(scenario, 1, "admin", volume);
        scenario.publish(withClaim(scenario, "1", PodBehaviour.READY, "1Gi"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        scenario.publish(withClaim(scenario, "2", PodBehaviour.CRASH, "2Gi"));

        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
        String ended = new String(
                EventJson.write(scenario.awaitAudit(AuditType.RollbackEnded).record()), StandardCharsets.UTF_8);
        assertTrue(ended.contains("a claim does not shrink"), ended);
    }

    private static Map<String, Object> withClaim(Scenario scenario, String version, PodBehaviour pods, String size) {
        String ns = scenario.namespace();
        Map<String, Object> claim = Manifests.object("v1", "PersistentVolumeClaim", ns, "data");
        claim.put(
                "spec",
                Map.of(
                        "storageClassName", "growing",
                        "accessModes", List.of("ReadWriteOnce"),
                        "resources", Map.of("requests", Map.of("storage", size))));
        return scenario.document(
                List.of(scenario.stage("one", 1)), List.of(claim, Manifests.deployment(ns, "web", version, pods)));
    }
}
