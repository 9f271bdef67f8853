package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.RealEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Editors;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A long soak on a real control plane, with an autoscaler at work and somebody who annotates (docs/testing.md). */
class SoakE2E {

    /** Of what is waited for beside the soak. */
    private static final Duration MARGIN = Duration.ofSeconds(60);

    @Test
    @DisplayName("H14 H16: a soak under an autoscaler at work ends in time, with no transition of its target")
    void a_soak_under_an_autoscaler_ends_in_time() throws IOException {
        Duration soak = Duration.parse(System.getProperty("sternway.soak"));
        Scenario scenario = Scenario.on(RealEnvironment.get(), "soaks", 1);
        StageBuilder stage = scenario.stage("one", 1)
                .rollout("minSuccessTime", soak.toSeconds() + "s")
                .with("monitorFor", "1h");
        String ns = scenario.namespace();
        Map<String, String> slow =
                Map.of("sternway.io/pod", PodBehaviour.READY.annotation(), "sternway.io/pod-delay", "2s");
        scenario.publish(scenario.document(
                List.of(stage),
                List.of(Manifests.deployment(ns, "web", "1", 2, slow), Manifests.autoscaler(ns, "web", 2, 9))));
        await().atMost(Scenario.PATIENCE)
                .until(() -> Outcome.health(scenario, 1).contains("HealthReady"));
        Instant ready = Instant.now();
        try (Closeable annotating = Editors.annotate(scenario, 1, "web");
                Closeable scaling = Editors.autoscale(scenario, 1, "web", 2, 7)) {
            Audit end = scenario.awaitAudit(AuditType.RunSucceeded, record -> true, soak.plus(MARGIN));
            assertEquals(AuditType.RunSucceeded, end.type(), () -> annotating + " " + scaling);
        }
        assertEquals(false, Instant.now().isAfter(ready.plus(soak).plus(MARGIN)));
        List<String> health = Outcome.health(scenario, 1);
        assertEquals(
                List.of("HealthReady"),
                health.subList(health.indexOf("HealthReady"), health.size()),
                scenario::inShort);
        assertEquals(0, Outcome.count(scenario, AuditType.StageFailed), scenario::inShort);
    }
}
