package io.sternway.systemtests.history.check;

import static io.sternway.systemtests.history.check.MadeUpHistory.assertBreaks;
import static io.sternway.systemtests.history.check.MadeUpHistory.rolledBack;
import static io.sternway.systemtests.history.check.MadeUpHistory.succeeded;

import io.sternway.events.EventType;
import io.sternway.events.Topic;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.HistoryRule;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.PromotionState.StageState;
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
import io.sternway.vocabulary.AuditType;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sound histories with one thing broken: the rule that it breaks says so. */
class BrokenHistoriesTest {

    @Test
    @DisplayName("A5: an id that was used for another event")
    void an_id_that_is_used_twice() {
        MadeUpHistory history = succeeded().health("same", EventType.HEALTH_READY, "a", 1, 2);
        history.health("same", EventType.HEALTH_READY, "a", 1, 3).assertBreaks(IdsRepeatUnchanged.class);
    }

    @Test
    @DisplayName("A5: an older record of a target after a newer one, and one that stays the last of its key")
    void a_key_that_loses_its_order() {
        broken(KeysKeepTheirOrder.class, succeeded(), history -> history.records.swap(EventType.STAGE_DEPLOYED));
        broken(
                KeysKeepTheirOrder.class,
                succeeded(),
                history -> history.records.again(
                        history.records.on(Topic.DEPLOYMENTS).get(0)));
    }

    @Test
    @DisplayName("A5: a gap in the audit, the wrong order, and a double")
    void an_audit_that_cannot_be_proven_whole() {
        EventType soaking = EventType.of(AuditType.StageSoaking);
        broken(AuditIsGapless.class, rolledBack(), history -> history.records.remove(soaking));
        broken(AuditIsGapless.class, rolledBack(), history -> history.records.swap(soaking));
        MadeUpHistory doubled = succeeded();
        int last = doubled.records.on(Topic.AUDIT).size();
        doubled.audit(AuditType.RevisionPruned, "kind=revision revision=1 sequence=" + last);
        doubled.assertBreaks(AuditIsGapless.class);
    }

    @Test
    @DisplayName("State machine: a move that is not in the table, and one from a phase in which the stage was not")
    void a_stage_that_moves_against_the_table() {
        MadeUpHistory jumps = new MadeUpHistory().request("r1", 1).stage(AuditType.StageSucceeded, 1, "Succeeded");
        jumps.assertBreaks(StagesMoveByTheTable.class);
        MadeUpHistory wasElsewhere = new MadeUpHistory().request("r1", 1);
        wasElsewhere.audit(AuditType.StageSoaking, "kind=stage revision=1 from=Deploying to=Soaking");
        wasElsewhere.assertBreaks(StagesMoveByTheTable.class);
    }

    @Test
    @DisplayName("R22: two outcomes of one run, and one after a final one")
    void a_run_that_ends_twice() {
        succeeded().outcome(AuditType.RunSucceeded, 1, "Succeeded").assertBreaks(RunsEndOnce.class);
        rolledBack().outcome(AuditType.RunHalted, 2, "Halted").assertBreaks(RunsEndOnce.class);
        succeeded().outcome(AuditType.RunSuperseded, 1, "Superseded").assertBreaks(RunsEndOnce.class);
    }

    @Test
    @DisplayName("X5: a rollback that never ends, and one that two topics tell differently")
    void a_rollback_that_does_not_end_once() {
        EventType ended = EventType.of(AuditType.RollbackEnded);
        broken(RollbacksEndOnce.class, rolledBack(), history -> history.records.remove(ended));
        broken(RollbacksEndOnce.class, rolledBack(), history -> history.records.remove(EventType.ROLLBACK_COMPLETED));
    }

    @Test
    @DisplayName("R17: a rollback to a revision that never succeeded there, and to the failed revision itself")
    void a_rollback_to_what_never_succeeded() {
        MadeUpHistory toNothing =
                succeeded().request("r2", 2).deploys(2, "a", "b").fails(2, 7);
        toNothing.assertBreaks(SucceededBeforeRestored.class);
        MadeUpHistory toItself =
                succeeded().request("r1-again", 1).deploys(1, "a").fails(1, 1);
        toItself.assertBreaks(SucceededBeforeRestored.class);
    }

    @Test
    @DisplayName("R6: a cluster that joins and gets what never succeeded")
    void a_cluster_that_joins_and_gets_what_never_succeeded() {
        succeeded().joins("c", 9).assertBreaks(SucceededBeforeRestored.class);
    }

    @Test
    @DisplayName("A6: an observation, a verdict and an inventory object of an epoch that was left")
    void an_epoch_that_goes_back() {
        rolledBack().observed("a", 1, 0).assertBreaks(EpochsNeverGoBack.class);
        rolledBack().health("late", EventType.HEALTH_READY, "a", 1, 9).assertBreaks(EpochsNeverGoBack.class);
        broken(
                EpochsNeverGoBack.class,
                rolledBack(),
                history -> history.target("a").begin(1));
    }

    @Test
    @DisplayName("H5: an owner that was replaced may speak of an older epoch: nobody listens")
    void an_older_owner_may_be_behind() {
        MadeUpHistory history = rolledBack();
        long claim = history.records.on(Topic.OBSERVATIONS).size();
        history.records.event(EventType.PARTITION_CLAIMED, "a", "claim", null, "partition=0");
        history.observed("a", 1, 0).assertSound();
        history.observed("a", 1, claim).assertBreaks(EpochsNeverGoBack.class);
    }

    @Test
    @DisplayName("A6: an epoch that nobody commanded, and a command that has no audit")
    void an_epoch_that_was_not_commanded() {
        EventType dispatched = EventType.of(AuditType.TargetDispatched);
        broken(
                EpochsWereCommanded.class,
                succeeded(),
                history -> history.records.remove(EventType.STAGE_DEPLOY_REQUESTED));
        broken(EpochsWereCommanded.class, succeeded(), history -> history.records.remove(dispatched));
    }

    @Test
    @DisplayName("R1: a request that nobody answers, that is answered twice, that reuses an id, that cannot be read")
    void a_request_that_is_not_answered_once() {
        EventType accepted = EventType.of(AuditType.PromotionAccepted);
        broken(RequestsAreAnswered.class, succeeded(), history -> history.records.remove(accepted));
        succeeded().answer(AuditType.PromotionRejected, "r1").assertBreaks(RequestsAreAnswered.class);
        String key = MadeUpHistory.KEY;
        broken(RequestsAreAnswered.class, succeeded(), history -> history.records.request(key, "r1", "other bytes"));
        broken(RequestsAreAnswered.class, succeeded(), history -> history.records.unreadable(key));
    }

    @Test
    @DisplayName(
            "A1, K5: a write to what no command names, to a cluster of nobody, and a delete of what was never ours")
    void a_write_that_nobody_commanded() {
        broken(
                WritesWereCommanded.class,
                succeeded(),
                history -> history.target("a").patch("other"));
        broken(
                WritesWereCommanded.class,
                succeeded(),
                history -> history.target("z").patch("settings"));
        broken(
                WritesWereCommanded.class,
                succeeded(),
                history -> history.target("a").delete("theirs"));
    }

    @Test
    @DisplayName("K3: a write before the inventory object has the epoch")
    void a_write_before_its_epoch_has_begun() {
        MadeUpHistory history = new MadeUpHistory().request("r1", 1).dispatch("Deploy", 1, "a");
        history.target("a").patch("settings");
        history.apply("a").assertBreaks(WritesWereCommanded.class);
    }

    @Test
    @DisplayName("At rest: services that believe different things")
    void ledgers_that_differ() {
        History sound = succeeded().history();
        ExecutorRow row = sound.executor().get(0);
        ExecutorRow other = new ExecutorRow(row.target(), row.sequence(), 9, 9L, false);
        assertBreaks(LedgersAgree.class, believing(sound, List.of(other), sound.promotions(), List.of()));
        PromotionState state = sound.promotions().get(0);
        String key = state.key();
        List<StageState> halted = List.of(new StageState(MadeUpHistory.STAGE, "Halted", 1L));
        List<StageState> unstable = List.of(new StageState(MadeUpHistory.STAGE, "Succeeded", null));
        for (PromotionState wrong : List.of(
                new PromotionState(key, List.of(), state.stages(), state.outcomes()),
                new PromotionState(key, state.targets(), halted, state.outcomes()),
                new PromotionState(key, state.targets(), unstable, state.outcomes()),
                new PromotionState(key, state.targets(), state.stages(), Map.of(key + "/run/1", "Halted")))) {
            assertBreaks(LedgersAgree.class, believing(sound, sound.executor(), List.of(wrong), List.of()));
        }
    }

    @Test
    @DisplayName("R19: a cluster that lacks an object, has another content, or keeps what should be gone")
    void a_cluster_that_does_not_hold_its_snapshot() {
        Class<? extends HistoryRule> rule = ClustersHoldTheirSnapshots.class;
        broken(rule, rolledBack(), history -> lacks(history, "settings"));
        broken(rule, rolledBack(), history -> history.target("a").serve("settings", "v2"));
        broken(rule, rolledBack(), history -> history.target("a").serve("added-2", ""));
        broken(rule, rolledBack(), history -> lacks(history, OwnershipNames.name(MadeUpTarget.PROMOTION)));
    }

    @Test
    @DisplayName("X8: work that does not end")
    void work_that_does_not_end() {
        History sound = succeeded().history();
        List<String> undone = List.of("a/payments/checkout: executor: epoch 1 is PENDING");
        assertBreaks(NothingIsUndone.class, believing(sound, sound.executor(), sound.promotions(), undone));
    }

    private static void broken(Class<? extends HistoryRule> rule, MadeUpHistory history, Consumer<MadeUpHistory> how) {
        how.accept(history);
        history.assertBreaks(rule);
    }

    private static void lacks(MadeUpHistory history, String object) {
        history.target("a").served.keySet().removeIf(identity -> identity.name().equals(object));
    }

    private static History believing(
            History history, List<ExecutorRow> executor, List<PromotionState> promotions, List<String> undone) {
        return new History(history.records(), history.writes(), history.served(), executor, promotions, undone);
    }
}
