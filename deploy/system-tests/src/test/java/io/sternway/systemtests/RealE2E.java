package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.content.Manifests;
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
}
