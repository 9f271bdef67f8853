package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.AuditSequence;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A revision that breaks in its second stage, in each way in which Pods break. */
interface BreakingRevisionScenarios {

    TestEnvironment environment();

    @Test
    @DisplayName("R17: PodBehaviour that crash")
    default void a_revision_whose_pods_crash_is_put_back() {
        breaksInStageTwo("crash", PodBehaviour.CRASH, "1s");
    }

    @Test
    @DisplayName("R8: PodBehaviour that are never ready")
    default void a_revision_whose_pods_are_never_ready_is_put_back() {
        breaksInStageTwo("never-ready", PodBehaviour.NEVER_READY, "1s");
    }

    @Test
    @DisplayName("an image that cannot be pulled")
    default void a_revision_whose_image_cannot_be_pulled_is_put_back() {
        breaksInStageTwo("unpullable", PodBehaviour.UNPULLABLE, "1s");
    }

    @Test
    @DisplayName("R10: PodBehaviour that are ready and then crash during the soak")
    default void a_revision_that_breaks_during_the_soak_is_put_back() {
        breaksInStageTwo("soak", PodBehaviour.READY_THEN_CRASH, "5s");
    }

    @Test
    @DisplayName("R22: PodBehaviour that are ready and then crash within monitorFor")
    default void a_revision_that_breaks_within_the_time_of_monitoring_is_put_back() {
        Scenario scenario = twoStages("monitor", "0s");
        scenario.publish(document(scenario, "0s", "2", PodBehaviour.READY));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        scenario.breakPods(2);
        scenario.breakPods(3);
        scenario.awaitAudit(AuditType.RunRolledBack);
        assertPutBack(scenario);
    }

    private void breaksInStageTwo(String name, PodBehaviour pods, String soak) {
        Scenario scenario = twoStages(name, soak);
        scenario.publish(breaking(scenario, soak, pods));
        assertEquals(AuditType.RunRolledBack, scenario.awaitRunEnd(2), scenario::inShort);
        assertPutBack(scenario);
    }

    /** Revision 1 runs everywhere. */
    private Scenario twoStages(String name, String soak) {
        Scenario scenario = Scenario.on(environment(), "breaks-" + name, 3);
        scenario.publish(document(scenario, soak, "1", PodBehaviour.READY));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        return scenario;
    }

    /** Revision 2 works in stage one and breaks in stage two. */
    private static Map<String, Object> breaking(Scenario scenario, String soak, PodBehaviour pods) {
        return document(scenario, soak, "2", pods, "2s");
    }

    private static Map<String, Object> document(Scenario scenario, String soak, String version, PodBehaviour pods) {
        return document(scenario, soak, version, pods, "200ms");
    }

    /** What the Pods of stage two do, they do after the delay. */
    private static Map<String, Object> document(
            Scenario scenario, String soak, String version, PodBehaviour pods, String delay) {
        Map<String, Object> web = Manifests.deployment(scenario.namespace(), "web", version, PodBehaviour.READY);
        Map<String, Object> inStageTwo = Manifests.deployment(scenario.namespace(), "web", version, pods, delay);
        return scenario.document(
                List.of(
                        scenario.stage("one", 1),
                        scenario.stage("two", 2, 3)
                                .rollout("minSuccessTime", soak)
                                .rollout("progressDeadline", pods == PodBehaviour.NEVER_READY ? "20s" : "3m")
                                .with("monitorFor", "1h")
                                .content(List.of(inStageTwo))),
                List.of(web));
    }

    private static void assertPutBack(Scenario scenario) {
        Outcome.assertServes(scenario, "web", "2", 1);
        Outcome.assertServes(scenario, "web", "1", 2, 3);
        AuditSequence.assertGapless(scenario);
        assertEquals(1, Outcome.count(scenario, AuditType.StageFailed), scenario::inShort);
        assertEquals(1, Outcome.count(scenario, AuditType.RevisionQuarantined), scenario::inShort);
        assertEquals(1, Outcome.count(scenario, AuditType.RollbackEnded), scenario::inShort);

        scenario.publish(lastOf(scenario));
        Audit refused = scenario.awaitAudit(AuditType.PromotionRejected);
        assertEquals(AuditReason.Quarantined, refused.record().reason());
        assertTrue(refused.record().message().contains("two"), refused::inShort);

        scenario.publish(document(scenario, "0s", "3", PodBehaviour.READY));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(3), scenario::inShort);
        Outcome.assertServes(scenario, "web", "3", 1, 2, 3);
    }

    private static Map<String, Object> lastOf(Scenario scenario) {
        return scenario.published().get(scenario.published().size() - 1);
    }
}
