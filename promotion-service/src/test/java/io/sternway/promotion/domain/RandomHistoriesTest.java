package io.sternway.promotion.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.model.targets.TargetPhase;
import io.sternway.promotion.domain.simulation.Invariants;
import io.sternway.promotion.domain.simulation.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/**
 * Random histories of one promotion: sequences of {@link Step}s. After each decision {@link Invariants} are checked, and
 * that deciding again without news changes nothing; in the end time alone must end everything.
 *
 * <p>A few with each build; {@code -Dsternway.histories=5000} for a long look. A history that fails is printed in words,
 * as short as it could be made, with its seed; {@code -DQT_SEED=…} plays it again.
 */
class RandomHistoriesTest {

    private static final int EXAMPLES = Integer.getInteger("sternway.histories", 150);
    private static final int LONGEST = 60;

    @Test
    @DisplayName(
            "whatever happens: one outcome for a run, no epoch goes back, a rollback only to what succeeded, and an end")
    void everyHistoryEnds() {
        Gen<List<Step>> histories =
                lists().of(integers().between(0, Step.COUNT - 1).map(Step::of)).ofSizeBetween(3, LONGEST);
        qt().withExamples(EXAMPLES)
                .withGenerateAttempts(EXAMPLES * 10)
                .withShrinkCycles(0)
                .forAll(integers().between(0, 59), histories)
                .checkAssert(RandomHistoriesTest::check);
    }

    /** Fails with the shortest history that still fails: without any one of its steps it does not. */
    private static void check(int flavour, List<Step> steps) {
        if (fault(flavour, steps) == null) {
            return;
        }
        List<Step> shortest = new ArrayList<>(steps);
        for (int i = shortest.size() - 1; i >= 0; i--) {
            Step step = shortest.remove(i);
            if (fault(flavour, shortest) == null) {
                shortest.add(i, step);
            }
        }
        throw new AssertionError("flavour " + flavour + ", shortest history: " + shortest, fault(flavour, shortest));
    }

    private static @Nullable Throwable fault(int flavour, List<Step> steps) {
        try {
            play(flavour, steps);
            return null;
        } catch (AssertionError | RuntimeException fault) {
            return fault;
        }
    }

    private static void play(int flavour, List<Step> steps) {
        World world = World.of(Step.stages(flavour)).keep(2 + flavour % 3);
        Step.CLUSTERS.forEach(cluster -> world.relabel(cluster, Step.labels(cluster.substring(0, 1), cluster)));
        world.report().without("c1").request("content0");
        steps.forEach(step -> step.play().accept(world));
        world.catchesUpAgain()
                .hearAgain()
                .unparked()
                .deliver()
                .back(Step.CLUSTERS.toArray(String[]::new))
                .passFromLatest(Duration.ofMinutes(25));
        assertEnded(world);
    }

    private static void assertEnded(World world) {
        Promotion state = world.state();
        for (Run run : state.runs().values()) {
            boolean blocked = run.stages().stream()
                    .anyMatch(s -> s.phase() == StagePhase.Pending && "EmptyStage".equals(s.reason()));
            assertTrue(!run.inFlight() || blocked, () -> "run " + run.number() + " never ends: " + run);
        }
        for (Rollback rollback : state.rollbacks().values()) {
            assertFalse(rollback.inProgress(), () -> "a rollback never ends: " + rollback);
        }
        for (Target target : state.targets().values()) {
            assertTrue(
                    target.isGivenUp()
                            || target.desired().deadlineMet()
                            || target.desired().cancelled(),
                    () -> "a target is waited for, for ever: " + target);
            if (target.phase() == TargetPhase.Healthy) {
                assertEquals(
                        world.held().get(target.cluster()),
                        target.desired().revision(),
                        () -> "the ledger is not what the cluster holds: " + target);
            }
        }
        for (Run run : state.runs().values()) {
            run.stages().stream()
                    .filter(part -> part.phase() == StagePhase.RolledBack)
                    .filter(part -> Long.valueOf(run.number()).equals(world.owner(part.stage())))
                    .forEach(part -> assertFalse(
                            world.held(part.stage()).containsValue(run.revision()),
                            () -> "R17: rolled back, but somewhere it is still there: " + part.stage() + " of " + run));
        }
    }
}
