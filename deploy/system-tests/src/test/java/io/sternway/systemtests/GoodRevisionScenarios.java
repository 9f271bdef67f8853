package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.AuditSequence;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A good revision passes all stages. */
interface GoodRevisionScenarios {

    TestEnvironment environment();

    @Test
    @DisplayName("R2, R14: a good revision passes all stages, one after the other")
    default void a_good_revision_passes_all_stages() {
        Scenario scenario = Scenario.on(environment(), "good-revision", 3);
        scenario.publish(scenario.document(
                List.of(scenario.stage("one", 1), scenario.stage("two", 2, 3)),
                List.of(Manifests.deployment(scenario.namespace(), "web", "1", PodBehaviour.READY))));

        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);

        for (int number = 1; number <= 3; number++) {
            assertEquals(Manifests.image("1"), scenario.image(number, "web").orElse("none"));
        }
        AuditSequence.assertGapless(scenario);
        List<String> stages = scenario.audit().stream()
                .filter(audit -> audit.type() == AuditType.StageSucceeded)
                .map(audit -> audit.record().stage())
                .toList();
        assertEquals(List.of("one", "two"), stages);
        scenario.rest()
                .path("stages")
                .forEach(stage -> assertEquals(1, stage.path("stableRevision").asInt(), stage::toString));
    }
}
