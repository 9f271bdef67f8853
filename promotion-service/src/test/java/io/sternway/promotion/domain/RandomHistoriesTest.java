package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.Stages.stage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.sternway.promotion.domain.World.Behaviour;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StagePhase;
import io.sternway.promotion.domain.stage.StageSettings.OnFailure;
import io.sternway.promotion.domain.stage.StageSettings.OnNoEvidence;
import io.sternway.promotion.domain.target.DeploymentFact.Answer;
import io.sternway.promotion.domain.target.HealthFact.State;
import io.sternway.promotion.domain.target.Target;
import io.sternway.promotion.domain.target.TargetPhase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Random histories: requests, verdicts, clusters that go away, come back, join and leave, deafness, time. After each
 * decision {@link Invariants} are checked; in the end time alone must end everything.
 */
class RandomHistoriesTest {

    /** A few with each build; {@code -Dsternway.histories=5000} for a long look. */
    private static final int EXAMPLES = Integer.getInteger("sternway.histories", 60);

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final List<String> CLUSTERS = List.of("a1", "a2", "b1", "b2", "b3", "b4", "c1");

    @Test
    @DisplayName(
            "whatever happens: one outcome for a run, no epoch goes back, a rollback only to what succeeded, and an end")
    void everyHistoryEnds() {
        qt().withExamples(EXAMPLES)
                .withGenerateAttempts(EXAMPLES * 10)
                .forAll(lists().of(integers().between(0, 19_999)).ofSizeBetween(3, 40))
                .checkAssert(commands -> play(commands));
    }

    private static World play(List<Integer> commands) {
        World world = world(commands.get(0));
        for (int command : commands) {
            step(world, command % 24, command / 24);
        }
        world.catchesUpAgain().hearAgain().back(CLUSTERS.toArray(String[]::new)).pass(Duration.ofMinutes(25));
        assertEnded(world);
        return world;
    }

    private static World world(int flavour) {
        return World.of(
                        stage("a").deadline(MINUTE).monitorAlways(),
                        stage("b")
                                .progressive(2)
                                .maxFailures(flavour % 2)
                                .deadline(MINUTE)
                                .soak(Duration.ofSeconds(flavour % 3 * 10L))
                                .monitor(Duration.ofMinutes(flavour % 5))
                                .onFailure(pick(List.of(OnFailure.values()), flavour))
                                .onNoEvidence(pick(List.of(OnNoEvidence.values()), flavour / 3)),
                        stage("c").skipIfEmpty().deadline(MINUTE).delay(Duration.ofSeconds(flavour % 4 * 15L)))
                .keep(2 + flavour % 3)
                .clusters("a", "a1", "a2")
                .clusters("b", "b1", "b2", "b3", "b4")
                .clusters("c", "c1")
                .report()
                .without("c1")
                .request("content0");
    }

    private static void step(World world, int what, int number) {
        String cluster = CLUSTERS.get(number % CLUSTERS.size());
        String stage = cluster.substring(0, 1);
        long next = world.state().newestRevision() + 1;
        switch (what) {
            case 0, 1 -> world.ask("content" + number);
            case 2 -> world.ask("content" + number % 3);
            case 3 -> world.pass(Duration.ofSeconds(number % 10));
            case 4 -> world.pass(Duration.ofSeconds(30 + number % 10));
            case 5 -> world.pass(Duration.ofMinutes(3));
            case 6 -> world.away(cluster);
            case 7 -> world.back(cluster);
            case 8 -> world.deafTo(cluster);
            case 9 -> world.hearAgain();
            case 10, 11 -> say(world, cluster, pick(List.of(State.values()), number));
            case 12 -> say(world, cluster, State.Failed);
            case 13 -> say(world, cluster, State.Ready);
            case 14 -> world.without(cluster);
            case 15 -> world.clusters(stage, cluster);
            case 16 -> world.behave(cluster, next, pick(List.of(Behaviour.values()), number));
            case 17 -> world.behave(cluster, 1 + number % next, Behaviour.GOOD);
            case 18 -> world.behave(cluster, 1 + number % next, Behaviour.CRASH);
            case 19 -> world.holdPrune(cluster);
            case 20 -> world.keepsObjects(cluster);
            case 21 -> world.neverCatchesUp();
            case 22 -> world.catchesUpAgain();
            default -> stop(world, cluster, number);
        }
    }

    private static <T> T pick(List<T> from, int number) {
        return from.get(number % from.size());
    }

    private static void say(World world, String cluster, State health) {
        Target target = world.state().targets().get(cluster);
        if (target != null && target.applied()) {
            world.health(cluster, health);
        }
    }

    private static void stop(World world, String cluster, int number) {
        Target target = world.state().targets().get(cluster);
        if (target != null && target.verdict() == null && !target.applied()) {
            world.answer(cluster, number % 2 == 0 ? Answer.StoppedNotStarted : Answer.StoppedStarted, "Stopped");
        }
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
