package io.sternway.systemtests.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.events.AuditRecord.Kind;
import io.sternway.events.AuditType;
import io.sternway.events.EventType;
import io.sternway.events.HealthState;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.Topic;
import io.sternway.systemtests.ground.TopicRecorder.Recorded;
import io.sternway.systemtests.history.rules.AuditIsGapless;
import io.sternway.systemtests.history.rules.ClustersHoldTheirSnapshots;
import io.sternway.systemtests.history.rules.EpochsNeverGoBack;
import io.sternway.systemtests.history.rules.EpochsWereCommanded;
import io.sternway.systemtests.history.rules.IdsRepeatUnchanged;
import io.sternway.systemtests.history.rules.KeysKeepTheirOrder;
import io.sternway.systemtests.history.rules.LedgersAgree;
import io.sternway.systemtests.history.rules.NothingIsUndone;
import io.sternway.systemtests.history.rules.RequestsAreAnswered;
import io.sternway.systemtests.history.rules.RollbacksEndOnce;
import io.sternway.systemtests.history.rules.RunsEndOnce;
import io.sternway.systemtests.history.rules.StagesMoveByTheTable;
import io.sternway.systemtests.history.rules.SucceededBeforeRestored;
import io.sternway.systemtests.history.rules.WritesWereCommanded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sound histories with one thing broken: the rule that it breaks says so. */
class BrokenHistoriesTest {

    @Test
    @DisplayName("Rule 5: an id that was used for another event")
    void an_id_that_is_used_twice() {
        Story story = Story.succeeded();
        story.health("same", "a", 1, 2, HealthState.Ready).health("same", "a", 1, 3, HealthState.Ready);
        assertBroken(IdsRepeatUnchanged.class, story);
    }

    @Test
    @DisplayName("Rule 5: an older record of a target after a newer one")
    void a_key_that_loses_its_order() {
        History sound = Story.succeeded().history();
        assertBroken(KeysKeepTheirOrder.class, swapped(sound, record -> record.is(EventType.STAGE_DEPLOYED)));
    }

    @Test
    @DisplayName("Section 2: an old record of a target that comes again, and stays the last of its key")
    void an_old_record_that_is_the_last_of_its_key() {
        Story story = Story.succeeded();
        story.told().again(Topic.DEPLOYMENTS, 0);
        assertBroken(KeysKeepTheirOrder.class, story);
    }

    @Test
    @DisplayName("Section 2: a gap in the audit, a double, and the wrong order")
    void an_audit_that_cannot_be_proven_whole() {
        History sound = Story.rolledBack().history();
        assertBroken(AuditIsGapless.class, without(sound, record -> record.is(EventType.of(AuditType.StageSoaking))));
        assertBroken(AuditIsGapless.class, swapped(sound, record -> record.is(EventType.of(AuditType.StageSoaking))));
        Story doubled = Story.succeeded().countsTwice();
        doubled.audit(AuditType.RevisionPruned, Kind.revision, 1L, null, null, null, Map.of(), null);
        assertBroken(AuditIsGapless.class, doubled);
    }

    @Test
    @DisplayName("State machine: a move that is not in the table")
    void a_stage_that_moves_against_the_table() {
        Story story = new Story().request("r1", 1);
        story.stage(AuditType.StageSucceeded, 1, "Succeeded");
        assertBroken(StagesMoveByTheTable.class, story);
    }

    @Test
    @DisplayName("State machine: a stage that leaves a phase in which it was not")
    void a_stage_that_leaves_where_it_was_not() {
        Story story = new Story().request("r1", 1);
        story.audit(AuditType.StageSoaking, Kind.stage, 1L, null, "Deploying", "Soaking", Map.of(), null);
        assertBroken(StagesMoveByTheTable.class, story);
    }

    @Test
    @DisplayName("R22: two outcomes of one run, and one after a final one")
    void a_run_that_ends_twice() {
        assertBroken(RunsEndOnce.class, Story.succeeded().outcome(AuditType.RunSucceeded, 1, "Succeeded"));
        assertBroken(RunsEndOnce.class, Story.rolledBack().outcome(AuditType.RunHalted, 2, "Halted"));
        assertBroken(RunsEndOnce.class, Story.succeeded().outcome(AuditType.RunSuperseded, 1, "Superseded"));
    }

    @Test
    @DisplayName("X5: a rollback that never ends, and one that two topics tell differently")
    void a_rollback_that_does_not_end_once() {
        History sound = Story.rolledBack().history();
        assertBroken(
                RollbacksEndOnce.class, without(sound, record -> record.is(EventType.of(AuditType.RollbackEnded))));
        assertBroken(RollbacksEndOnce.class, without(sound, record -> record.is(EventType.ROLLBACK_COMPLETED)));
    }

    @Test
    @DisplayName("R17: a rollback to a revision that never succeeded there")
    void a_rollback_to_what_never_succeeded() {
        Story story = Story.succeeded().request("r2", 2).deploys(2, "a", "b").fails(2, 7);
        assertBroken(SucceededBeforeRestored.class, story);
    }

    @Test
    @DisplayName("R17: a rollback to the failed revision itself")
    void a_rollback_to_what_failed() {
        Story story = Story.succeeded().request("r1-again", 1).deploys(1, "a").fails(1, 1);
        assertBroken(SucceededBeforeRestored.class, story);
    }

    @Test
    @DisplayName("R6: a cluster that joins and gets what never succeeded")
    void a_cluster_that_joins_and_gets_what_never_succeeded() {
        assertBroken(SucceededBeforeRestored.class, Story.succeeded().joins("c", 9));
    }

    @Test
    @DisplayName("Rule 6: an observation and a verdict of an epoch that was left")
    void an_epoch_that_goes_back() {
        assertBroken(EpochsNeverGoBack.class, Story.rolledBack().observed("late", "a", 1, 0));
        assertBroken(EpochsNeverGoBack.class, Story.rolledBack().health("late", "a", 1, 9, HealthState.Ready));
    }

    @Test
    @DisplayName("H5: an owner that was replaced may speak of an older epoch: nobody listens")
    void an_older_owner_may_be_behind() {
        Story story = Story.rolledBack();
        long claim = story.history().on(Topic.OBSERVATIONS).size();
        story.told().event(EventType.PARTITION_CLAIMED, "a", "claim", new PartitionClaimed(0, "replica"), null);
        story.observed("behind", "a", 1, 0);
        assertEquals(List.of(), HistoryCheck.checker().check(story.history()));
        story.observed("new", "a", 1, claim);
        assertBroken(EpochsNeverGoBack.class, story);
    }

    @Test
    @DisplayName("Rule 6: an inventory object whose epoch goes back")
    void an_inventory_object_that_goes_back() {
        Story story = Story.rolledBack();
        story.hands().begin("a", 1);
        assertBroken(EpochsNeverGoBack.class, story);
    }

    @Test
    @DisplayName("Rule 6: an epoch that nobody commanded, and a command that has no audit")
    void an_epoch_that_was_not_commanded() {
        History sound = Story.succeeded().history();
        assertBroken(EpochsWereCommanded.class, without(sound, record -> record.is(EventType.STAGE_DEPLOY_REQUESTED)));
        assertBroken(
                EpochsWereCommanded.class,
                without(sound, record -> record.is(EventType.of(AuditType.TargetDispatched))));
    }

    @Test
    @DisplayName("Rule 1: a write to an object that no command names")
    void a_write_to_what_no_command_names() {
        Story story = Story.succeeded();
        story.hands().patch("a", "other");
        assertBroken(WritesWereCommanded.class, story);
    }

    @Test
    @DisplayName("Rule 1: a write to a cluster for which nothing was commanded")
    void a_write_to_a_cluster_of_nobody() {
        Story story = Story.succeeded();
        story.hands().patch("z", "settings");
        assertBroken(WritesWereCommanded.class, story);
    }

    @Test
    @DisplayName("K3: a write before the inventory object has the epoch")
    void a_write_before_its_epoch_has_begun() {
        Story story = new Story().request("r1", 1).dispatch("Deploy", 1, "a");
        story.hands().patch("a", "settings");
        assertBroken(WritesWereCommanded.class, story.apply("a"));
    }

    @Test
    @DisplayName("K5: a delete of what no command ever named")
    void a_delete_of_what_was_never_ours() {
        Story story = Story.succeeded();
        story.hands().delete("a", "theirs");
        assertBroken(WritesWereCommanded.class, story);
    }

    @Test
    @DisplayName("R1: a request that nobody answers, and one that is answered twice")
    void a_request_that_is_not_answered_once() {
        History sound = Story.succeeded().history();
        assertBroken(
                RequestsAreAnswered.class,
                without(sound, record -> record.is(EventType.of(AuditType.PromotionAccepted))));
        Story twice = Story.succeeded();
        twice.audit(AuditType.PromotionRejected, Kind.request, null, null, null, null, Map.of(), "r1");
        assertBroken(RequestsAreAnswered.class, twice);
    }

    @Test
    @DisplayName("R1: an id that came before with other bytes and is not refused")
    void a_reused_id_that_is_not_refused() {
        Story story = Story.succeeded();
        story.told().document("r1", "other bytes");
        assertBroken(RequestsAreAnswered.class, story);
    }

    @Test
    @DisplayName("Dead letters: a request that cannot be read and vanishes")
    void an_unreadable_request_that_vanishes() {
        Story story = Story.succeeded();
        story.told().garbage();
        assertBroken(RequestsAreAnswered.class, story);
    }

    @Test
    @DisplayName("At rest: services that believe different things")
    void ledgers_that_differ() {
        History sound = Story.succeeded().history();
        assertBroken(
                LedgersAgree.class,
                new History(
                        sound.records(),
                        sound.writes(),
                        sound.served(),
                        List.of(new ExecutorRow(Bodies.target("a"), 3, 9, 9L, false)),
                        sound.promotions(),
                        sound.undone()));
        PromotionState state = sound.promotions().get(0);
        for (PromotionState other : List.of(
                new PromotionState(state.key(), List.of(), state.stages(), state.outcomes()),
                new PromotionState(
                        state.key(),
                        state.targets(),
                        List.of(new PromotionState.StageState(Bodies.STAGE, "Halted", 1L)),
                        state.outcomes()),
                new PromotionState(
                        state.key(),
                        state.targets(),
                        List.of(new PromotionState.StageState(Bodies.STAGE, "Succeeded", null)),
                        state.outcomes()),
                new PromotionState(
                        state.key(), state.targets(), state.stages(), Map.of(Bodies.KEY + "/run/1", "Halted")))) {
            assertBroken(
                    LedgersAgree.class,
                    new History(
                            sound.records(),
                            sound.writes(),
                            sound.served(),
                            sound.executor(),
                            List.of(other),
                            sound.undone()));
        }
    }

    @Test
    @DisplayName("R19: a cluster that lacks an object, has another content, or keeps what should be gone")
    void a_cluster_that_does_not_hold_its_snapshot() {
        assertBroken(
                ClustersHoldTheirSnapshots.class,
                withServed(
                        Story.rolledBack().history(),
                        object -> !object.identity().name().equals("settings")));
        Story differs = Story.rolledBack();
        differs.hands().serve("a", Bodies.configMap("shop", "settings", Map.of("version", "v2", "cluster", "a")));
        assertBroken(ClustersHoldTheirSnapshots.class, differs);
        Story keeps = Story.rolledBack();
        ObjectNode left = Bodies.configMap("shop", "added-2", Map.of("cluster", "a"));
        left.withObject("/metadata/labels").put(Inventories.PART_OF, "ours");
        keeps.hands().serve("a", left);
        assertBroken(ClustersHoldTheirSnapshots.class, keeps);
        assertBroken(
                ClustersHoldTheirSnapshots.class,
                withServed(
                        Story.rolledBack().history(),
                        object ->
                                !Inventories.NAMESPACE.equals(object.identity().namespace())));
    }

    @Test
    @DisplayName("X8: work that does not end")
    void work_that_does_not_end() {
        History sound = Story.succeeded().history();
        assertBroken(
                NothingIsUndone.class,
                new History(
                        sound.records(),
                        sound.writes(),
                        sound.served(),
                        sound.executor(),
                        sound.promotions(),
                        List.of("a/shop/checkout: executor: epoch 1 is PENDING")));
    }

    @Test
    @DisplayName("Every rule has a history here that breaks it")
    void every_rule_is_shown() {
        List<Class<?>> shown = List.of(
                IdsRepeatUnchanged.class,
                KeysKeepTheirOrder.class,
                AuditIsGapless.class,
                StagesMoveByTheTable.class,
                RunsEndOnce.class,
                RollbacksEndOnce.class,
                SucceededBeforeRestored.class,
                EpochsNeverGoBack.class,
                EpochsWereCommanded.class,
                WritesWereCommanded.class,
                RequestsAreAnswered.class,
                LedgersAgree.class,
                ClustersHoldTheirSnapshots.class,
                NothingIsUndone.class);
        assertEquals(
                shown,
                HistoryCheck.checker().rules().stream().map(Object::getClass).toList());
        HistoryCheck.checker().rules().forEach(rule -> assertTrue(rule.text().endsWith("."), rule::name));
    }

    private static void assertBroken(Class<? extends Rule> rule, Story story) {
        assertBroken(rule, story.history());
    }

    private static void assertBroken(Class<? extends Rule> rule, History history) {
        List<Violation> violations = HistoryCheck.checker().check(history);
        assertTrue(
                violations.stream()
                        .map(Violation::rule)
                        .collect(Collectors.toSet())
                        .contains(rule.getSimpleName()),
                () -> rule.getSimpleName() + " is not among " + violations);
    }

    private static History without(History history, Predicate<Recorded> which) {
        return withRecords(
                history, history.records().stream().filter(which.negate()).toList());
    }

    /** The first such record changes its place with the next one of its topic and key. */
    private static History swapped(History history, Predicate<Recorded> which) {
        List<Recorded> records = new ArrayList<>(history.records());
        Recorded first = records.stream().filter(which).findFirst().orElseThrow();
        int at = records.indexOf(first);
        Recorded next = records.subList(at + 1, records.size()).stream()
                .filter(record -> record.topic() == first.topic()
                        && String.valueOf(record.key()).equals(first.key()))
                .findFirst()
                .orElseThrow();
        records.set(records.indexOf(next), first);
        records.set(at, next);
        return withRecords(history, records);
    }

    private static History withRecords(History history, List<Recorded> records) {
        return new History(
                records,
                history.writes(),
                history.served(),
                history.executor(),
                history.promotions(),
                history.undone());
    }

    private static History withServed(History history, Predicate<ServedObject> which) {
        return new History(
                history.records(),
                history.writes(),
                history.served().stream().filter(which).toList(),
                history.executor(),
                history.promotions(),
                history.undone());
    }
}
