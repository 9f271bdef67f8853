package io.sternway.systemtests.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.AuditRecord;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.vocabulary.AuditType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Five promotions of two revisions on two clusters. The second revision of each stays in a phase of its own for some
 * seconds, so that what happens then happens in every phase; how each ends is known.
 */
public final class PhasedPromotions {

    private static final int[] CLUSTERS = {1, 2};
    private static final String QUICK = "200ms";
    private static final String LASTING = "10s";

    /** Where a second revision stays, which audit record says that it is there, and what its Pods do. */
    private enum Phase {
        DEPLOYING(AuditType.TargetApplied, PodBehaviour.READY),
        SOAKING(AuditType.StageSoaking, PodBehaviour.READY),
        WAITING(AuditType.StageWaiting, PodBehaviour.READY),
        FAILING(AuditType.TargetDegraded, PodBehaviour.CRASH),
        ROLLING_BACK(AuditType.StageFailed, PodBehaviour.CRASH);

        private final AuditType begins;
        private final PodBehaviour pods;

        Phase(AuditType begins, PodBehaviour pods) {
            this.begins = begins;
            this.pods = pods;
        }

        private boolean isGood() {
            return pods == PodBehaviour.READY;
        }
    }

    private final Map<Phase, Scenario> scenarios = new EnumMap<>(Phase.class);

    private PhasedPromotions(Scenario beside, String name) {
        for (Phase phase : Phase.values()) {
            String suffix = phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
            scenarios.put(phase, beside.another(name + "-" + suffix));
        }
    }

    /**
     * Publishes the first revisions, which are all good.
     *
     * @param beside a scenario on whose first two clusters they are
     * @param name a DNS label, unique among the tests of the environment
     */
    public static PhasedPromotions begin(Scenario beside, String name) {
        PhasedPromotions promotions = new PhasedPromotions(beside, name);
        promotions.publish(1, QUICK);
        return promotions;
    }

    /** When the first revisions have succeeded, publishes the second ones; returns when each has come to its phase. */
    public void enterPhases() {
        scenarios.values().forEach(scenario -> assertEnd(scenario, 1, AuditType.RunSucceeded));
        publish(2, LASTING);
        scenarios.forEach((phase, scenario) -> scenario.awaitAudit(phase.begins, PhasedPromotions::isOfSecond));
    }

    /** Waits until nobody knows any more how that cluster stands. */
    public void awaitUnknown(int number) {
        Scenario soaking = Objects.requireNonNull(scenarios.get(Phase.SOAKING));
        Predicate<AuditRecord> there = record -> soaking.cluster(number).equals(record.cluster());
        soaking.awaitAudit(AuditType.TargetUnknown, there.and(PhasedPromotions::isOfSecond));
    }

    /** Waits for the ends: what is good is everywhere, what breaks was put back once. */
    public void assertEnds() {
        scenarios.forEach(PhasedPromotions::assertEnd);
    }

    private static void assertEnd(Phase phase, Scenario scenario) {
        assertEnd(scenario, 2, phase.isGood() ? AuditType.RunSucceeded : AuditType.RunRolledBack);
        for (AuditType type : List.of(
                AuditType.StageFailed,
                AuditType.RevisionQuarantined,
                AuditType.RollbackBegan,
                AuditType.RollbackEnded)) {
            assertEquals(phase.isGood() ? 0 : 1, Outcome.count(scenario, type), () -> type + scenario.inShort());
        }
        Outcome.assertServes(scenario, "web", phase.isGood() ? "2" : "1", CLUSTERS);
        AuditSequence.assertGapless(scenario);
    }

    private static void assertEnd(Scenario scenario, long revision, AuditType end) {
        assertEquals(end, scenario.awaitRunEnd(revision), scenario::inShort);
    }

    private static boolean isOfSecond(AuditRecord record) {
        return Objects.equals(record.revision(), 2L);
    }

    private void publish(int revision, String lasting) {
        scenarios.forEach((phase, scenario) -> scenario.publish(
                scenario.document(List.of(stage(phase, scenario, lasting)), List.of(web(phase, scenario, revision)))));
    }

    private static StageBuilder stage(Phase phase, Scenario scenario, String lasting) {
        StageBuilder stage = scenario.stage("one", CLUSTERS);
        return switch (phase) {
            case SOAKING -> stage.rollout("minSuccessTime", lasting);
            case WAITING -> stage.with("trigger", Map.of("auto", Map.of("delay", lasting)));
            case FAILING -> stage.with("failureThreshold", lasting);
            case DEPLOYING, ROLLING_BACK -> stage;
        };
    }

    /** Slow are the Pods of what deploys, and of what a rollback brings back. */
    private static Map<String, Object> web(Phase phase, Scenario scenario, int revision) {
        boolean slow = phase == (revision == 2 ? Phase.DEPLOYING : Phase.ROLLING_BACK);
        Map<String, Object> web = Manifests.deployment(
                scenario.namespace(),
                "web",
                Integer.toString(revision),
                revision == 2 ? phase.pods : PodBehaviour.READY,
                slow ? LASTING : QUICK);
        if (phase == Phase.ROLLING_BACK) {
            recreate(web);
        }
        return web;
    }

    /** The old Pods are gone before the new ones start, so that going back takes as long as going forward. */
    private static void recreate(Map<String, Object> deployment) {
        Map<Object, Object> spec = new HashMap<>((Map<?, ?>) deployment.get("spec"));
        spec.put("strategy", Map.of("type", "Recreate"));
        deployment.put("spec", spec);
    }
}
