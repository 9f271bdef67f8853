package io.sternway.systemtests.history.check;

import static io.sternway.systemtests.history.check.Broken.assertBroken;
import static io.sternway.systemtests.history.check.Broken.withExecutor;
import static io.sternway.systemtests.history.check.Broken.withPromotion;
import static io.sternway.systemtests.history.check.Broken.withServed;
import static io.sternway.systemtests.history.check.Broken.withUndone;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.systemtests.history.ExecutorRow;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.Inventories;
import io.sternway.systemtests.history.PromotionState;
import io.sternway.systemtests.history.rules.ClustersHoldTheirSnapshots;
import io.sternway.systemtests.history.rules.EpochsNeverGoBack;
import io.sternway.systemtests.history.rules.LedgersAgree;
import io.sternway.systemtests.history.rules.NothingIsUndone;
import io.sternway.systemtests.history.rules.WritesWereCommanded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Sound histories with one thing broken on clusters or in what services believe: the rule that it breaks says so. */
class BrokenClustersTest {

    @Test
    @DisplayName("Rule 6: an inventory object whose epoch goes back")
    void an_inventory_object_that_goes_back() {
        Story story = Story.rolledBack();
        story.hands().begin("a", 1);
        assertBroken(EpochsNeverGoBack.class, story);
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
    @DisplayName("At rest: services that believe different things")
    void ledgers_that_differ() {
        History sound = Story.succeeded().history();
        assertBroken(
                LedgersAgree.class, withExecutor(sound, List.of(new ExecutorRow(Bodies.target("a"), 3, 9, 9L, false))));
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
            assertBroken(LedgersAgree.class, withPromotion(sound, other));
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
                NothingIsUndone.class, withUndone(sound, List.of("a/shop/checkout: executor: epoch 1 is PENDING")));
    }
}
