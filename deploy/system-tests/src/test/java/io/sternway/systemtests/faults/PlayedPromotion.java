package io.sternway.systemtests.faults;

import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A planned promotion on a running stack: what is published for it, and how its runs end. */
final class PlayedPromotion {

    static final List<String> STAGES = List.of("one", "two");
    private static final String DEPLOYMENT = "web";

    private final PlannedPromotion plan;
    private final Scenario scenario;

    PlayedPromotion(PlannedPromotion plan, Scenario scenario) {
        this.plan = plan;
        this.scenario = scenario;
    }

    PlannedPromotion plan() {
        return plan;
    }

    Scenario scenario() {
        return scenario;
    }

    /** Publishes a revision, from 1. */
    void publish(int revision) {
        scenario.publish(scenario.document(
                List.of(stage(1, revision).with("trigger", Map.of("auto", Map.of("delay", "1s"))), stage(2, revision)),
                List.of(
                        Manifests.configMap(
                                scenario.namespace(), settingsOf(revision), Map.of("revision", "" + revision)),
                        deployment(revision, PodBehaviour.READY, "100ms"))));
    }

    /** Waits for the end that the newest revision must come to. */
    void awaitRest(Duration patience) {
        awaitEnd(
                plan.newest(),
                plan.kind(plan.newest()) == RevisionKind.GOOD ? AuditType.RunSucceeded : AuditType.RunRolledBack,
                patience);
    }

    /** Waits for an end of a revision's run. */
    void awaitEnd(int revision, AuditType end, Duration patience) {
        scenario.awaitAudit(end, record -> record.revision() != null && record.revision() == revision, patience);
    }

    /** Waits until every cluster of a stage, 1 or 2, was told to hold a revision. */
    void awaitDispatch(int revision, int stage) {
        for (int cluster : plan.clusters(stage)) {
            scenario.awaitAudit(
                    AuditType.TargetDispatched,
                    record -> scenario.cluster(cluster).equals(record.cluster())
                            && record.revision() != null
                            && record.revision() == revision,
                    ScheduleRunner.PATIENCE);
        }
    }

    /** The version of the Deployment that a cluster serves; 0 for none. */
    int served(int cluster) {
        return scenario.image(cluster, DEPLOYMENT)
                .map(image -> Integer.parseInt(image.substring(image.indexOf(':') + 1)))
                .orElse(0);
    }

    /** The ConfigMaps of the promotion on a cluster; each revision has one of its own. */
    List<String> settings(int cluster) {
        return scenario.client(cluster).configMaps().inNamespace(scenario.namespace()).list().getItems().stream()
                .map(found -> found.getMetadata().getName())
                .sorted()
                .toList();
    }

    static String settingsOf(int revision) {
        return "settings-" + revision;
    }

    private StageBuilder stage(int stage, int revision) {
        PodBehaviour pods = plan.kind(revision).pods(stage);
        return scenario.stage(
                        STAGES.get(stage - 1),
                        plan.clusters(stage).stream().mapToInt(i -> i).toArray())
                .rollout("progressDeadline", plan.deadline().toString())
                .rollout("minSuccessTime", "1s")
                .with("monitorFor", PlannedPromotion.AMPLE.toString())
                .content(List.of(deployment(revision, pods, "2s")));
    }

    private Map<String, Object> deployment(int revision, PodBehaviour pods, String delay) {
        return Manifests.deployment(
                scenario.namespace(), DEPLOYMENT, "" + revision, pods, pods == PodBehaviour.READY ? "100ms" : delay);
    }
}
