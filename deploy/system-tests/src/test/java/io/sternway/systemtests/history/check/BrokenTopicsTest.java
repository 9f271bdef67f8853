package io.sternway.systemtests.history.check;

import static io.sternway.systemtests.history.check.Broken.assertBroken;
import static io.sternway.systemtests.history.check.Broken.swapped;
import static io.sternway.systemtests.history.check.Broken.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.EventType;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.rules.AuditIsGapless;
import io.sternway.systemtests.history.rules.EpochsNeverGoBack;
import io.sternway.systemtests.history.rules.EpochsWereCommanded;
import io.sternway.systemtests.history.rules.IdsRepeatUnchanged;
import io.sternway.systemtests.history.rules.KeysKeepTheirOrder;
import io.sternway.systemtests.history.rules.RequestsAreAnswered;
import io.sternway.systemtests.history.rules.RollbacksEndOnce;
import io.sternway.systemtests.history.rules.RunsEndOnce;
import io.sternway.systemtests.history.rules.StagesMoveByTheTable;
import io.sternway.systemtests.history.rules.SucceededBeforeRestored;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.HealthState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sound histories with one thing broken in what was published: the rule that it breaks says so. */
class BrokenTopicsTest {

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
        doubled.audit(AuditType.RevisionPruned, AuditKind.revision, 1L, null, null, null, Map.of(), null);
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
        story.audit(AuditType.StageSoaking, AuditKind.stage, 1L, null, "Deploying", "Soaking", Map.of(), null);
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
    @DisplayName("Rule 6: an epoch that nobody commanded, and a command that has no audit")
    void an_epoch_that_was_not_commanded() {
        History sound = Story.succeeded().history();
        assertBroken(EpochsWereCommanded.class, without(sound, record -> record.is(EventType.STAGE_DEPLOY_REQUESTED)));
        assertBroken(
                EpochsWereCommanded.class,
                without(sound, record -> record.is(EventType.of(AuditType.TargetDispatched))));
    }

    @Test
    @DisplayName("R1: a request that nobody answers, and one that is answered twice")
    void a_request_that_is_not_answered_once() {
        History sound = Story.succeeded().history();
        assertBroken(
                RequestsAreAnswered.class,
                without(sound, record -> record.is(EventType.of(AuditType.PromotionAccepted))));
        Story twice = Story.succeeded();
        twice.audit(AuditType.PromotionRejected, AuditKind.request, null, null, null, null, Map.of(), "r1");
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
}
