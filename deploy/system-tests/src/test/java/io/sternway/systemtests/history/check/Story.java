package io.sternway.systemtests.history.check;

import io.sternway.events.AuditRecord;
import io.sternway.events.CommandTarget;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.PromotionState.StageState;
import io.sternway.systemtests.history.PromotionState.TargetState;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import io.sternway.vocabulary.RollbackResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells a history step by step, as the services would leave it: one promotion with one stage, on clusters that all behave.
 * Tests tell a sound one and break it.
 */
final class Story {

    private final Told told = new Told();
    private final Hands hands = new Hands();
    private final Map<String, Long> sequences = new HashMap<>();
    private final Map<String, Long> transitions = new HashMap<>();
    private final Map<String, Wanted> wanted = new TreeMap<>();
    private final Map<String, TargetDeployment> last = new TreeMap<>();
    private final Map<String, String> outcomes = new LinkedHashMap<>();
    private long sequence;
    private long epoch;
    private long run;
    private String phase = "Pending";
    private @Nullable Long stable;

    /** What a cluster was told last. */
    private record Wanted(String command, long epoch, Purpose purpose, long revision) {}

    /** Revision 1 has succeeded on two clusters. */
    static Story succeeded() {
        return new Story().request("r1", 1).deploys(1, "a", "b").succeeds(1, "a", "b");
    }

    /** Revision 2 failed on one of them, and both are back at revision 1. */
    static Story rolledBack() {
        return succeeded()
                .request("r2", 2)
                .deploys(2, "a", "b")
                .fails(2, 1)
                .restores(1, "a", "b")
                .ends(2, 1, "Succeeded", "RolledBack");
    }

    /** What is published by hand. */
    Told told() {
        return told;
    }

    /** What is done to clusters by hand. */
    Hands hands() {
        return hands;
    }

    /** A document is accepted and starts a run. */
    Story request(String id, long revision) {
        told.document(id, id);
        run++;
        phase = "Pending";
        audit(AuditType.PromotionAccepted, AuditKind.request, revision, null, null, null, Map.of(), id);
        audit(AuditType.RunStarted, AuditKind.run, revision, null, null, "InFlight", Map.of(), id);
        outcomes.put(runId(), "");
        return this;
    }

    /** The stage starts, and its clusters get the revision. */
    Story deploys(long revision, String... clusters) {
        stage(AuditType.StageStarted, revision, "Deploying");
        dispatch("Deploy", revision, clusters);
        List.of(clusters).forEach(this::apply);
        return this;
    }

    /** All is healthy and pruned, and the run succeeds. */
    Story succeeds(long revision, String... clusters) {
        List.of(clusters).forEach(cluster -> health(cluster, HealthState.Ready));
        stage(AuditType.StageSoaking, revision, "Soaking");
        stage(AuditType.StageWaiting, revision, "Waiting");
        List.of(clusters).forEach(this::prune);
        stage(AuditType.StageSucceeded, revision, "Succeeded");
        String before = stable == null ? null : stable.toString();
        stable = revision;
        audit(AuditType.StableRevisionMoved, AuditKind.stage, revision, null, before, "" + revision, Map.of(), null);
        return outcome(AuditType.RunSucceeded, revision, "Succeeded");
    }

    /** The stage fails on cluster a, and a rollback begins. */
    Story fails(long revision, long to) {
        health("a", HealthState.Failed);
        stage(AuditType.StageFailed, revision, "RollingBack");
        audit(AuditType.RevisionQuarantined, AuditKind.revision, revision, null, null, null, Map.of(), null);
        Map<String, Object> details = Map.of("rollback", rollbackId(), "fromRevision", revision);
        audit(AuditType.RollbackBegan, AuditKind.rollback, to, null, null, "InProgress", details, null);
        rollback(EventType.ROLLBACK_STARTED, revision, to, null);
        return this;
    }

    /** Clusters get the earlier revision again. */
    Story restores(long to, String... clusters) {
        dispatch("Rollback", to, clusters);
        for (String cluster : clusters) {
            apply(cluster).health(cluster, HealthState.Ready).prune(cluster);
        }
        return this;
    }

    /** The rollback and its run end. */
    Story ends(long from, long to, String result, String outcome) {
        Map<String, Object> details = Map.of("rollback", rollbackId());
        audit(AuditType.RollbackEnded, AuditKind.rollback, to, null, "InProgress", result, details, null);
        rollback(EventType.ROLLBACK_COMPLETED, from, to, RollbackResult.valueOf(result));
        stage(AuditType.valueOf("Stage" + outcome), from, outcome);
        return outcome(AuditType.valueOf("Run" + outcome), from, outcome);
    }

    /** A newer run takes over before the stage has succeeded. */
    Story superseded(long revision) {
        stage(AuditType.StageSuperseded, revision, "Superseded");
        return outcome(AuditType.RunSuperseded, revision, "Superseded");
    }

    /** A cluster joins the settled stage and gets a revision. */
    Story joins(String cluster, long revision) {
        return dispatch("Join", revision, cluster)
                .apply(cluster)
                .health(cluster, HealthState.Ready)
                .prune(cluster);
    }

    /** A cluster leaves and is released. */
    Story leaves(String cluster) {
        long released = ++epoch;
        Map<String, Object> details = Map.of("epoch", released);
        String command = "release-" + released;
        command(EventType.TARGET_RELEASE_REQUESTED, command, Bodies.release(command, cluster, released));
        audit(AuditType.TargetReleasing, AuditKind.target, null, cluster, null, "Releasing", details, null);
        hands.release(cluster, released);
        wanted.put(cluster, new Wanted(command, released, Purpose.Release, 0));
        deployment(cluster, EventType.TARGET_RELEASED, Outcome.Applied, PruneState.None);
        told.tombstone(Topic.DEPLOYMENTS, Bodies.target(cluster).key());
        last.remove(cluster);
        audit(AuditType.TargetReleaseCompleted, AuditKind.target, null, cluster, "Releasing", null, details, null);
        return this;
    }

    /** Clusters are told to hold a revision: Deploy, Join or Rollback. */
    Story dispatch(String purpose, long revision, String... clusters) {
        command(EventType.SNAPSHOT_PUBLISHED, "snapshot-" + revision, Bodies.snapshot(revision));
        List<CommandTarget> targets = new ArrayList<>();
        for (String cluster : clusters) {
            targets.add(new CommandTarget(cluster, ++epoch, Map.of(), "hash"));
        }
        String command = "command-" + targets.get(0).epoch();
        boolean back = purpose.equals("Rollback");
        if (back) {
            command(
                    EventType.ROLLBACK_REQUESTED,
                    command,
                    Bodies.restore(command, rollbackId(), runId(), revision, targets));
        } else {
            command(EventType.STAGE_DEPLOY_REQUESTED, command, Bodies.deploy(command, runId(), revision, targets));
        }
        for (CommandTarget to : targets) {
            Purpose forWhat = back ? Purpose.Rollback : Purpose.Deploy;
            wanted.put(to.cluster(), new Wanted(command, to.epoch(), forWhat, revision));
            Map<String, Object> details = Map.of("epoch", to.epoch(), "purpose", purpose);
            audit(
                    AuditType.TargetDispatched,
                    AuditKind.target,
                    revision,
                    to.cluster(),
                    null,
                    "Dispatched",
                    details,
                    null);
        }
        return this;
    }

    /** The executor applies what was dispatched last, and the watcher sees it. */
    Story apply(String cluster) {
        Wanted now = wanted(cluster);
        deployment(cluster, EventType.STAGE_DEPLOY_PENDING, Outcome.Pending, PruneState.None);
        hands.apply(cluster, now.epoch(), now.revision());
        deployment(cluster, EventType.STAGE_DEPLOYED, Outcome.Applied, PruneState.None);
        observed("seen " + now.epoch(), cluster, now.epoch(), 0);
        return this;
    }

    /** The watcher says what a target looks like. */
    Story observed(String id, String cluster, long ofEpoch, long term) {
        String key = Bodies.target(cluster).key();
        told.event(EventType.ROLLOUT_OBSERVED, key, id, Bodies.observed(cluster, ofEpoch, term), null);
        return this;
    }

    /** The evaluator judges what the target holds. */
    Story health(String cluster, HealthState state) {
        long held = wanted(cluster).epoch();
        long transition = transitions.merge(cluster + held, 1L, Long::sum);
        return health("health " + cluster + held + "-" + transition, cluster, held, transition, state);
    }

    Story health(String id, String cluster, long ofEpoch, long transition, HealthState state) {
        EventType type = state == HealthState.Ready ? EventType.HEALTH_READY : EventType.HEALTH_FAILED;
        String key = Bodies.target(cluster).key();
        told.event(type, key, id, Bodies.health(cluster, ofEpoch, transition, state), null);
        return this;
    }

    /** What the snapshot no longer has goes. */
    Story prune(String cluster) {
        hands.prune(cluster, wanted(cluster).revision());
        return deployment(cluster, EventType.TARGET_PRUNED, Outcome.Applied, PruneState.Done);
    }

    /** The stage moves from where it is. */
    Story stage(AuditType fact, long revision, String to) {
        audit(fact, AuditKind.stage, revision, null, phase, to, Map.of(), null);
        phase = to;
        return this;
    }

    /** The run gets an outcome. */
    Story outcome(AuditType fact, long revision, String to) {
        String before = Objects.requireNonNull(outcomes.put(runId(), to));
        return audit(fact, AuditKind.run, revision, null, before.isEmpty() ? "InFlight" : before, to, Map.of(), null);
    }

    /** An audit record with the next sequence. */
    Story audit(
            AuditType fact,
            AuditKind kind,
            @Nullable Long revision,
            @Nullable String cluster,
            @Nullable String from,
            @Nullable String to,
            Map<String, Object> details,
            @Nullable String cause) {
        AuditRecord record = new AuditRecord(
                ++sequence,
                Bodies.NOW,
                Bodies.PROMOTION.project(),
                Bodies.PROMOTION.promotion(),
                revision,
                runId(),
                Bodies.STAGE,
                cluster,
                kind,
                from,
                to,
                AuditReason.NewRevision,
                "It happened.",
                new Actor(Actor.Type.system, "test"),
                details);
        told.event(EventType.of(fact), Bodies.KEY, EventIds.of(fact, sequence, details), record, cause);
        return this;
    }

    /** The next audit record has the sequence of the last one. */
    Story countsTwice() {
        sequence--;
        return this;
    }

    /** All of it, at rest. */
    History history() {
        List<ExecutorRow> executor = new ArrayList<>();
        List<TargetState> targets = new ArrayList<>();
        last.forEach((cluster, deployment) -> {
            TargetDeployment.Holds holds = deployment.holds();
            long desired = deployment.desired().epoch();
            executor.add(new ExecutorRow(
                    deployment.target(), deployment.sequence(), desired, holds == null ? null : holds.epoch(), false));
            targets.add(new TargetState(
                    cluster, desired, deployment.desired().revision(), holds == null ? null : holds.revision()));
        });
        List<StageState> stages = List.of(new StageState(Bodies.STAGE, phase, stable));
        return new History(
                told.records(),
                hands.writes(),
                hands.served(),
                executor,
                List.of(new PromotionState(Bodies.KEY, targets, stages, outcomes)),
                List.of());
    }

    private void command(EventType type, String id, Object command) {
        told.event(type, Bodies.KEY, id, command, null);
    }

    private void rollback(EventType type, long from, long to, @Nullable RollbackResult result) {
        told.event(
                type,
                Bodies.KEY,
                type.name() + rollbackId(),
                Bodies.rollback(rollbackId(), runId(), from, to, result),
                null);
    }

    /** A record of the target with the next sequence; it holds what is desired once that is applied. */
    private Story deployment(String cluster, EventType type, Outcome outcome, PruneState prune) {
        Wanted now = wanted(cluster);
        TargetDeployment before = last.get(cluster);
        TargetDeployment.Holds holds = before == null ? null : before.holds();
        if (now.purpose() == Purpose.Release) {
            holds = null;
        } else if (outcome == Outcome.Applied) {
            holds = Bodies.holds(now.epoch(), now.revision());
        }
        long next = sequences.merge(cluster, 1L, Long::sum);
        TargetDeployment record = Bodies.deployment(
                cluster,
                next,
                Bodies.desired(now.command(), now.epoch(), now.purpose(), now.revision(), outcome),
                holds,
                prune);
        last.put(cluster, record);
        told.event(type, record.target().key(), type.name() + cluster + next, record, null);
        return this;
    }

    private Wanted wanted(String cluster) {
        return Objects.requireNonNull(wanted.get(cluster), cluster);
    }

    private String runId() {
        return Bodies.KEY + "/run/" + run;
    }

    private String rollbackId() {
        return Bodies.KEY + "/rollback/" + run + "/" + Bodies.STAGE;
    }
}
