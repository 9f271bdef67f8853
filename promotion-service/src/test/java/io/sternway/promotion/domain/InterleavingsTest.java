package io.sternway.promotion.domain;

import static io.sternway.promotion.domain.simulation.Stages.stage;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quicktheories.core.Gen;

/** Facts first, phase second (A3): the order in which the topics are read decides nothing. */
class InterleavingsTest {

    private static final int EXAMPLES = Integer.getInteger("sternway.histories", 150);
    private static final Duration A_WHILE = Duration.ofSeconds(30);

    /** How the evaluator's topic ends. */
    enum Ending {
        READY,
        FAILED,
        READY_THEN_FAILED,
        DEGRADED_THEN_READY
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    @DisplayName("A3: all interleavings of one target's topics give one outcome")
    void allInterleavingsGiveOneOutcome(Ending ending) {
        List<List<Fact>> orders = new ArrayList<>();
        interleave(deployments(), healths(ending), new ArrayList<>(), orders);
        assertEquals(210, orders.size(), "six of one and four of the other topic");
        String expected = null;
        for (List<Fact> order : orders) {
            String outcome = play(order);
            expected = expected == null ? outcome : expected;
            assertEquals(expected, outcome, () -> "another order, another outcome: " + order);
        }
        assertNotNull(expected);
    }

    @Test
    @DisplayName("A3: whatever the executor and the evaluator say, and however often, the order of topics is nothing")
    void anyWordsInAnyOrderGiveOneOutcome() {
        qt().withExamples(EXAMPLES)
                .forAll(
                        someWords(),
                        lists().of(booleans().all()).ofSize(24),
                        lists().of(booleans().all()).ofSize(24))
                .checkAssert((words, one, other) -> assertEquals(play(words.inOrder(one)), play(words.inOrder(other))));
    }

    /** What each of two topics says about c1, in its own order. */
    private record Words(List<Fact> deployments, List<Fact> healths) {

        /** Each turn says whose word is next; when a topic is through, the other follows. A word may come twice. */
        List<Fact> inOrder(List<Boolean> turns) {
            Deque<Fact> left = new ArrayDeque<>(deployments);
            Deque<Fact> right = new ArrayDeque<>(healths);
            List<Fact> order = new ArrayList<>();
            for (boolean turn : turns) {
                Deque<Fact> next = (turn && !left.isEmpty()) || right.isEmpty() ? left : right;
                if (!next.isEmpty()) {
                    order.add(next.removeFirst());
                }
                if (turn && !order.isEmpty()) {
                    order.add(order.get(order.size() / 2));
                }
            }
            order.addAll(left);
            order.addAll(right);
            return order;
        }
    }

    /** An apply that succeeds after a while, with any health and any end of its prune; or a refusal, without health. */
    private static Gen<Words> someWords() {
        return integers()
                .between(0, 4)
                .zip(
                        lists().of(integers().between(0, HealthState.values().length - 1))
                                .ofSizeBetween(0, 8),
                        integers().between(0, 3),
                        InterleavingsTest::words);
    }

    private static Words words(int pending, List<Integer> states, int end) {
        Target target = WAITING.target("c1");
        long old = requireNonNull(target.deployment()).epoch();
        long epoch = target.desired().epoch();
        List<Fact> deployments = new ArrayList<>();
        for (int i = 0; i < pending; i++) {
            deployments.add(deployed(epoch, 90 + i, Answer.Pending, old, 1L, PruneState.None));
        }
        if (end == 0) {
            deployments.add(deployed(epoch, 99, Answer.Failed, old, 1L, PruneState.None));
            return new Words(
                    deployments, List.of(healthy(old, 50, HealthState.Degraded), healthy(old, 51, HealthState.Ready)));
        }
        deployments.add(deployed(epoch, 99, Answer.Applied, epoch, 2L, PruneState.None));
        deployments.add(deployed(
                epoch,
                100,
                Answer.Applied,
                epoch,
                2L,
                List.of(PruneState.values()).get(end)));
        List<Fact> healths = new ArrayList<>(List.of(healthy(old, 50, HealthState.Degraded)));
        for (int state : states) {
            healths.add(
                    healthy(epoch, healths.size(), List.of(HealthState.values()).get(state)));
        }
        return new Words(deployments, healths);
    }

    @Test
    @DisplayName("A3: everything twice gives the same as once")
    void duplicatesChangeNothing() {
        List<Fact> once = new ArrayList<>(deployments());
        once.addAll(healths(Ending.READY));
        List<Fact> twice = new ArrayList<>();
        once.forEach(fact -> {
            twice.add(fact);
            twice.add(fact);
        });
        twice.addAll(once);
        assertEquals(play(once), play(twice));
    }

    /** A stage that waits for one cluster: revision 1 is there, revision 2 was dispatched. It is only looked at. */
    private static final World WAITING = World.of(
                    stage("only").delay(Duration.ofHours(1)).onFailure(FailurePolicy.OnFailure.Halt))
            .clusters("only", "c1")
            .report()
            .request("one")
            .pass(A_WHILE)
            .behave("c1", 2, Behaviour.MANUAL)
            .request("two");

    private static List<Fact> deployments() {
        Target target = WAITING.target("c1");
        long old = requireNonNull(target.deployment()).epoch();
        long epoch = target.desired().epoch();
        return List.of(
                deployed(old, 90, Answer.Applied, old, 1L, PruneState.None),
                deployed(old, 91, Answer.Applied, old, 1L, PruneState.Done),
                deployed(epoch, 92, Answer.Pending, old, 1L, PruneState.None),
                deployed(epoch, 93, Answer.Pending, old, 1L, PruneState.None),
                deployed(epoch, 94, Answer.Applied, epoch, 2L, PruneState.None),
                deployed(epoch, 95, Answer.Applied, epoch, 2L, PruneState.Done));
    }

    private static List<Fact> healths(Ending ending) {
        Target target = WAITING.target("c1");
        long old = requireNonNull(target.deployment()).epoch();
        long epoch = target.desired().epoch();
        HealthState[] states = switch (ending) {
            case READY -> new HealthState[] {HealthState.Progressing, HealthState.Progressing, HealthState.Ready};
            case FAILED -> new HealthState[] {HealthState.Progressing, HealthState.Degraded, HealthState.Failed};
            case READY_THEN_FAILED -> new HealthState[] {HealthState.Ready, HealthState.Degraded, HealthState.Failed};
            case DEGRADED_THEN_READY -> new HealthState[] {HealthState.Ready, HealthState.Degraded, HealthState.Ready};
        };
        return List.of(
                healthy(old, 50, HealthState.Degraded),
                healthy(epoch, 1, states[0]),
                healthy(epoch, 2, states[1]),
                healthy(epoch, 3, states[2]));
    }

    private static Fact deployed(long epoch, long sequence, Answer answer, long held, Long revision, PruneState prune) {
        return new Fact.DeploymentReported(
                "d" + sequence,
                "c1",
                new DeploymentFact(
                        epoch, sequence, answer, null, null, false, held, revision, true, prune, null, null));
    }

    private static Fact healthy(long epoch, long transition, HealthState state) {
        Instant when = Instant.parse("2026-01-01T00:01:00Z");
        return new Fact.HealthReported(
                "h" + epoch + "-" + transition,
                "c1",
                new HealthFact(epoch, transition, 1, 100 + transition, state, when, when, true, List.of()));
    }

    private static String play(List<Fact> order) {
        Promotion state = WAITING.state();
        long[] epoch = {1000};
        for (Fact fact : order) {
            state = PromotionMachine.decide(state, List.of(fact), WAITING.fleet(), WAITING.now(), () -> ++epoch[0])
                    .state();
        }
        Run run = state.activeRun().orElseThrow();
        Target target = requireNonNull(state.targets().get("c1"));
        return run.outcome() + " " + run.stages().get(0).phase() + " " + target.phase() + " " + target.deployment()
                + " "
                + target.health() + " " + target.prune().state() + " " + target.givenUp() + " " + target.ledger()
                + " " + target.soak() + " "
                + requireNonNull(state.revisions().get(2L)).quarantine();
    }

    private static void interleave(List<Fact> left, List<Fact> right, List<Fact> done, List<List<Fact>> orders) {
        if (left.isEmpty() && right.isEmpty()) {
            orders.add(List.copyOf(done));
            return;
        }
        if (!left.isEmpty()) {
            done.add(left.get(0));
            interleave(left.subList(1, left.size()), right, done, orders);
            done.remove(done.size() - 1);
        }
        if (!right.isEmpty()) {
            done.add(right.get(0));
            interleave(left, right.subList(1, right.size()), done, orders);
            done.remove(done.size() - 1);
        }
    }
}
