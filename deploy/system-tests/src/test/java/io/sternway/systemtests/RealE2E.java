package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Editors;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
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
    @DisplayName("H20: a crashing revision that somebody scales to 0 does not pass, and what goes back runs again")
    void scaled_to_nothing_is_no_success() {
        Scenario scenario = Scenario.on(environment(), "scaled-to-0", 1);
        scenario.publish(JudgingScenarios.web(scenario, "1", PodBehaviour.READY, JudgingScenarios.monitored(scenario)));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        StageBuilder patient = JudgingScenarios.monitored(scenario)
                .with("failureThreshold", "2m")
                .rollout("progressDeadline", "15s");
        scenario.publish(JudgingScenarios.web(scenario, "2", PodBehaviour.CRASH, patient));
        await().atMost(Scenario.PATIENCE)
                .until(() -> Outcome.health(scenario, 1).contains("HealthDegraded"));
        Editors.scale(scenario, 1, "web", 0);

        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "1", 1);
        assertEquals(2, Editors.deployment(scenario, 1, "web").getSpec().getReplicas());
        Audit failed = scenario.awaitAudit(AuditType.StageFailed);
        assertTrue(failed.record().message().contains("web"), failed::inShort);
    }
}
