package io.sternway.systemtests.history.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.events.Topic;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens in a healthy life, and must not be called broken. */
class SoundHistoriesTest {

    @Test
    void a_revision_that_succeeds() {
        assertSound(Story.succeeded());
    }

    @Test
    @DisplayName("R17, R19: a revision that fails and is put back")
    void a_revision_that_is_put_back() {
        assertSound(Story.rolledBack());
    }

    @Test
    @DisplayName("Rule 5: every event that comes twice, at once and much later")
    void events_that_come_twice() {
        for (Topic topic : List.of(
                Topic.COMMANDS, Topic.DEPLOYMENTS, Topic.OBSERVATIONS, Topic.HEALTH, Topic.ROLLBACKS, Topic.AUDIT)) {
            Story atOnce = Story.rolledBack();
            atOnce.told().lastAgain(topic);
            assertSound(atOnce);
            Story later = Story.rolledBack();
            later.told().allAgain(topic);
            assertSound(later);
        }
    }

    @Test
    @DisplayName("R1: a request that comes twice with the same bytes")
    void a_request_that_comes_twice() {
        Story story = Story.succeeded();
        story.told().lastAgain(Topic.REQUESTS);
        assertSound(story);
    }

    @Test
    @DisplayName("R3: a newer run that takes over from one that is rolling out")
    void a_newer_run_takes_over() {
        Story story = new Story().request("r1", 1).deploys(1, "a").superseded(1);
        story.request("r2", 2).deploys(2, "a", "b").succeeds(2, "a", "b");
        assertSound(story);
    }

    @Test
    @DisplayName("R20: a rollback that cannot restore every cluster")
    void a_rollback_that_is_partial() {
        Story story = Story.succeeded().request("r2", 2).deploys(2, "a", "b").fails(2, 1);
        story.restores(1, "a").dispatch("Rollback", 1, "b").apply("b");
        assertSound(story.ends(2, 1, "Partial", "PartiallyRolledBack"));
    }

    @Test
    @DisplayName("R6: a cluster that joins, and one that leaves and comes back")
    void clusters_that_join_and_leave() {
        assertSound(Story.succeeded().joins("c", 1).leaves("b").joins("b", 1));
    }

    @Test
    @DisplayName("X2: a dispatch that is repeated with a new epoch")
    void a_dispatch_that_is_repeated() {
        Story story = new Story().request("r1", 1).deploys(1, "a");
        story.dispatch("Deploy", 1, "a").apply("a");
        assertSound(story.succeeds(1, "a"));
    }

    private static void assertSound(Story story) {
        assertEquals(List.of(), HistoryCheck.checker().check(story.history()));
    }
}
