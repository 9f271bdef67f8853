package io.sternway.systemtests.history.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.EventType;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.Violation;
import io.sternway.systemtests.history.WriteLog;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.Purpose;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A history step by step, as the services would leave it: one promotion with one stage, on clusters that all behave.
 * Tests make up a sound one and break it.
 */
final class MadeUpHistory {

    static final String KEY = MadeUpTarget.PROMOTION.key();
    static final String STAGE = "production";

    final MadeUpRecords records = new MadeUpRecords();
    private final Map<String, MadeUpTarget> everTold = new TreeMap<>();
    private final List<MadeUpTarget> targets = new ArrayList<>();
    private final Map<String, String> outcomes = new LinkedHashMap<>();
    private long sequence;
    private long epoch;
    private long run;
    private String phase = "Pending";
    private @Nullable Long stable;

    /** Revision 1 has succeeded on two clusters. */
    static MadeUpHistory succeeded() {
        return new MadeUpHistory().request("r1", 1).deploys(1, "a", "b").succeeds(1, "a", "b");
    }

    /** Revision 2 failed on one of them, and both are back at revision 1. */
    static MadeUpHistory rolledBack() {
        return succeeded()
                .request("r2", 2)
                .deploys(2, "a", "b")
                .fails(2, 1)
                .restores(1, "a", "b")
                .ends(2, 1, "Succeeded", "RolledBack");
    }

    MadeUpTarget target(String cluster) {
        return everTold.computeIfAbsent(cluster, MadeUpTarget::new);
    }

    /** A document is accepted and starts a run. */
    MadeUpHistory request(String id, long revision) {
        records.request(KEY, id, id);
        run++;
        phase = "Pending";
        outcomes.put(run(), "");
        answer(AuditType.PromotionAccepted, id);
        return audit(AuditType.RunStarted, "kind=run to=InFlight revision=" + revision);
    }

    /** The stage starts, and its clusters get the revision. */
    MadeUpHistory deploys(long revision, String... clusters) {
        stage(AuditType.StageStarted, revision, "Deploying").dispatch("Deploy", revision, clusters);
        List.of(clusters).forEach(this::apply);
        return this;
    }

    /** All is healthy and pruned, and the run succeeds. */
    MadeUpHistory succeeds(long revision, String... clusters) {
        List.of(clusters).forEach(cluster -> health(EventType.HEALTH_READY, cluster));
        stage(AuditType.StageSoaking, revision, "Soaking").stage(AuditType.StageWaiting, revision, "Waiting");
        List.of(clusters).forEach(this::prune);
        stage(AuditType.StageSucceeded, revision, "Succeeded");
        stable = revision;
        audit(AuditType.StableRevisionMoved, "kind=stage revision=%d to=%d".formatted(revision, revision));
        return outcome(AuditType.RunSucceeded, revision, "Succeeded");
    }

    /** The stage fails on cluster a, and a rollback begins. */
    MadeUpHistory fails(long revision, long to) {
        health(EventType.HEALTH_FAILED, "a").stage(AuditType.StageFailed, revision, "RollingBack");
        audit(AuditType.RevisionQuarantined, "kind=revision revision=" + revision);
        String details = "details/rollback=%s details/fromRevision=%d".formatted(rollback(), revision);
        audit(AuditType.RollbackBegan, "kind=rollback to=InProgress revision=%d %s".formatted(to, details));
        return event(EventType.ROLLBACK_STARTED, KEY, "rollback=" + rollback());
    }

    /** Clusters get the earlier revision again. */
    MadeUpHistory restores(long to, String... clusters) {
        dispatch("Rollback", to, clusters);
        for (String cluster : clusters) {
            apply(cluster).health(EventType.HEALTH_READY, cluster).prune(cluster);
        }
        return this;
    }

    /** The rollback and its run end. */
    MadeUpHistory ends(long from, long to, String result, String outcome) {
        String fields = "kind=rollback from=InProgress to=%s revision=%d details/rollback=%s";
        audit(AuditType.RollbackEnded, fields.formatted(result, to, rollback()));
        event(EventType.ROLLBACK_COMPLETED, KEY, "rollback=%s result=%s".formatted(rollback(), result));
        stage(AuditType.valueOf("Stage" + outcome), from, outcome);
        return outcome(AuditType.valueOf("Run" + outcome), from, outcome);
    }

    /** A cluster joins the settled stage and gets a revision. */
    MadeUpHistory joins(String cluster, long revision) {
        return dispatch("Join", revision, cluster)
                .apply(cluster)
                .health(EventType.HEALTH_READY, cluster)
                .prune(cluster);
    }

    /** A cluster leaves and is released. */
    MadeUpHistory leaves(String cluster) {
        MadeUpTarget target = tell(cluster, "command-" + (epoch + 1), Purpose.Release, 0);
        String fields = "kind=target cluster=%s details/epoch=%d".formatted(cluster, target.epoch);
        String command = "command=%s targets=[{\"cluster\":\"%s\",\"epoch\":%d}]";
        event(EventType.TARGET_RELEASE_REQUESTED, KEY, command.formatted(target.command, cluster, target.epoch));
        audit(AuditType.TargetReleasing, fields);
        target.release();
        deployment(target, EventType.TARGET_RELEASED);
        records.tombstone(Topic.DEPLOYMENTS, target.key());
        targets.remove(target);
        return audit(AuditType.TargetReleaseCompleted, fields);
    }

    /** Clusters are told to hold a revision: Deploy, Join or Rollback. */
    MadeUpHistory dispatch(String purpose, long revision, String... clusters) {
        String content = "revision=%d snapshot=hash-%d".formatted(revision, revision);
        String objects = Json.write(MadeUpTarget.manifests(revision, "${cluster.name}"));
        event(EventType.SNAPSHOT_PUBLISHED, KEY, content + " objects=" + objects);
        boolean back = purpose.equals("Rollback");
        String command = "command-" + (epoch + 1);
        List<MadeUpTarget> told = Arrays.stream(clusters)
                .map(cluster -> tell(cluster, command, back ? Purpose.Rollback : Purpose.Deploy, revision))
                .toList();
        String to = told.stream()
                .map(target -> "{\"cluster\":\"%s\",\"epoch\":%d,\"labels\":{},\"contentHash\":\"\"}"
                        .formatted(target.cluster, target.epoch))
                .collect(Collectors.joining(",", "[", "]"));
        event(
                back ? EventType.ROLLBACK_REQUESTED : EventType.STAGE_DEPLOY_REQUESTED,
                KEY,
                "command=%s targets=%s %s rollback=%s".formatted(command, to, content, rollback()));
        String dispatched = "kind=target revision=%d cluster=%s details/epoch=%d details/purpose=%s";
        told.forEach(target -> audit(
                AuditType.TargetDispatched, dispatched.formatted(revision, target.cluster, target.epoch, purpose)));
        return this;
    }

    /** The executor applies what was dispatched last, and the watcher sees it. */
    MadeUpHistory apply(String cluster) {
        deployment(target(cluster), EventType.STAGE_DEPLOY_PENDING);
        target(cluster).apply();
        deployment(target(cluster), EventType.STAGE_DEPLOYED);
        return observed(cluster, target(cluster).epoch, 0);
    }

    /** The watcher says what a target looks like. */
    MadeUpHistory observed(String cluster, long ofEpoch, long term) {
        String fields = "cluster=%s epoch=%d sequence/term=%d".formatted(cluster, ofEpoch, term);
        return event(EventType.ROLLOUT_OBSERVED, target(cluster).key(), fields);
    }

    /** The evaluator judges what the target holds. */
    MadeUpHistory health(EventType verdict, String cluster) {
        return health(id(), verdict, cluster, target(cluster).epoch, ++target(cluster).transition);
    }

    MadeUpHistory health(String id, EventType verdict, String cluster, long ofEpoch, long transition) {
        String fields = "cluster=%s epoch=%d transition=%d".formatted(cluster, ofEpoch, transition);
        records.event(verdict, target(cluster).key(), id, null, fields);
        return this;
    }

    /** What the snapshot no longer has goes. */
    MadeUpHistory prune(String cluster) {
        target(cluster).prune();
        return deployment(target(cluster), EventType.TARGET_PRUNED);
    }

    /** The stage moves from where it is. */
    MadeUpHistory stage(AuditType fact, long revision, String to) {
        audit(fact, "kind=stage revision=%d from=%s to=%s".formatted(revision, phase, to));
        phase = to;
        return this;
    }

    /** The run gets an outcome. */
    MadeUpHistory outcome(AuditType fact, long revision, String to) {
        String before = Objects.requireNonNull(outcomes.put(run(), to));
        String from = before.isEmpty() ? "InFlight" : before;
        return audit(fact, "kind=run revision=%d from=%s to=%s".formatted(revision, from, to));
    }

    /** A request gets this answer. */
    MadeUpHistory answer(AuditType fact, String request) {
        return audit(fact, request, "kind=request");
    }

    /** An audit record with the next sequence. */
    MadeUpHistory audit(AuditType fact, String fields) {
        return audit(fact, null, fields);
    }

    private MadeUpHistory audit(AuditType fact, @Nullable String cause, String fields) {
        String always = "project=payments promotion=checkout stage=%s run=%s sequence=%d ";
        records.event(EventType.of(fact), KEY, id(), cause, always.formatted(STAGE, run(), ++sequence) + fields);
        return this;
    }

    /** All of it, at rest. */
    History history() {
        Map<String, WriteLog> writes = new HashMap<>();
        List<ServedObject> served = new ArrayList<>();
        everTold.forEach((cluster, target) -> {
            writes.put(cluster, new WriteLog(false, target.writes));
            served.addAll(target.served.values());
        });
        List<ExecutorRow> executor = new ArrayList<>();
        List<PromotionState.TargetState> states = new ArrayList<>();
        for (MadeUpTarget target : targets) {
            TargetRef ref = TargetRef.ofKey(target.key());
            executor.add(new ExecutorRow(ref, target.sequence, target.epoch, target.epoch, false));
            states.add(new PromotionState.TargetState(target.cluster, target.epoch, target.revision, target.revision));
        }
        List<PromotionState.StageState> stages = List.of(new PromotionState.StageState(STAGE, phase, stable));
        PromotionState promotion = new PromotionState(KEY, states, stages, outcomes);
        return new History(records.all(), writes, served, executor, List.of(promotion), List.of());
    }

    /** No rule finds anything. */
    void assertSound() {
        assertEquals(List.of(), HistoryAssertions.allRules().check(history()));
    }

    /** That rule, maybe among others, says that it is broken. */
    void assertBreaks(Class<? extends HistoryRule> rule) {
        assertBreaks(rule, history());
    }

    static void assertBreaks(Class<? extends HistoryRule> rule, History history) {
        List<Violation> found = HistoryAssertions.allRules().check(history);
        String name = rule.getSimpleName();
        assertTrue(found.stream().anyMatch(one -> one.rule().equals(name)), () -> name + " is not among " + found);
    }

    /** A record of the target with the next sequence; it holds what is desired once that is applied. */
    private MadeUpHistory deployment(MadeUpTarget target, EventType type) {
        String desired = "cluster=%s sequence=%d desired/epoch=%d desired/command=%s desired/purpose=%s"
                        .formatted(target.cluster, ++target.sequence, target.epoch, target.command, target.purpose)
                + " desired/revision=%d desired/snapshot=%s"
                        .formatted(target.revision, target.revision == 0 ? "" : "hash-" + target.revision);
        String holds = " holds/epoch=%d holds/revision=%d holds/snapshot=hash-%d holds/complete=true holds/objects=[]"
                .formatted(target.epoch, target.revision, target.revision);
        boolean applied = type.equals(EventType.STAGE_DEPLOYED) || type.equals(EventType.TARGET_PRUNED);
        return event(type, target.key(), applied ? desired + holds : desired);
    }

    private MadeUpTarget tell(String cluster, String command, Purpose purpose, long revision) {
        MadeUpTarget target = target(cluster);
        target.command = command;
        target.epoch = ++epoch;
        target.purpose = purpose;
        target.revision = revision;
        target.transition = 0;
        if (!targets.contains(target)) {
            targets.add(target);
        }
        return target;
    }

    private MadeUpHistory event(EventType type, String key, String fields) {
        records.event(type, key, id(), null, fields);
        return this;
    }

    private String id() {
        return "event-" + records.all().size();
    }

    private String run() {
        return KEY + "/run/" + run;
    }

    private String rollback() {
        return KEY + "/rollback/" + run + "/" + STAGE;
    }
}
