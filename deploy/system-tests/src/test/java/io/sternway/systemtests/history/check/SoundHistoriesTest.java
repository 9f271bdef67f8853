package io.sternway.systemtests.history.check;

import io.sternway.events.Topic;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.vocabulary.AuditType;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens in a healthy life, and must not be called broken. */
class SoundHistoriesTest {

    @Test
    void a_revision_that_succeeds() {
        MadeUpHistory.succeeded().assertSound();
    }

    @Test
    @DisplayName("R17, R19: a revision that fails and is put back")
    void a_revision_that_is_put_back() {
        MadeUpHistory.rolledBack().assertSound();
    }

    @Test
    @DisplayName("A5: every event that comes twice, at once and much later")
    void events_that_come_twice() {
        for (Topic topic : List.of(
                Topic.COMMANDS, Topic.DEPLOYMENTS, Topic.OBSERVATIONS, Topic.HEALTH, Topic.ROLLBACKS, Topic.AUDIT)) {
            MadeUpHistory atOnce = MadeUpHistory.rolledBack();
            lastAgain(atOnce, topic);
            atOnce.assertSound();
            MadeUpHistory later = MadeUpHistory.rolledBack();
            later.records.on(topic).forEach(later.records::again);
            later.assertSound();
        }
    }

    @Test
    @DisplayName("R1: a request that comes twice with the same bytes")
    void a_request_that_comes_twice() {
        MadeUpHistory history = MadeUpHistory.succeeded();
        lastAgain(history, Topic.REQUESTS);
        history.assertSound();
    }

    @Test
    @DisplayName("R3: a newer run that takes over from one that is rolling out")
    void a_newer_run_takes_over() {
        MadeUpHistory history = new MadeUpHistory().request("r1", 1).deploys(1, "a");
        history.stage(AuditType.StageSuperseded, 1, "Superseded").outcome(AuditType.RunSuperseded, 1, "Superseded");
        history.request("r2", 2).deploys(2, "a", "b").succeeds(2, "a", "b").assertSound();
    }

    @Test
    @DisplayName("R20: a rollback that cannot restore every cluster")
    void a_rollback_that_is_partial() {
        MadeUpHistory history =
                MadeUpHistory.succeeded().request("r2", 2).deploys(2, "a", "b").fails(2, 1);
        history.restores(1, "a").dispatch("Rollback", 1, "b").apply("b");
        history.ends(2, 1, "Partial", "PartiallyRolledBack").assertSound();
    }

    @Test
    @DisplayName("R6: a cluster that joins, and one that leaves and comes back")
    void clusters_that_join_and_leave() {
        MadeUpHistory.succeeded().joins("c", 1).leaves("b").joins("b", 1).assertSound();
    }

    @Test
    @DisplayName("X2: a dispatch that is repeated with a new epoch")
    void a_dispatch_that_is_repeated() {
        MadeUpHistory history = new MadeUpHistory().request("r1", 1).deploys(1, "a");
        history.dispatch("Deploy", 1, "a").apply("a").succeeds(1, "a").assertSound();
    }

    private static void lastAgain(MadeUpHistory history, Topic topic) {
        List<Recorded> records = history.records.on(topic);
        history.records.again(records.get(records.size() - 1));
    }
}
