package io.sternway.promotion.domain;

import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.promotion.domain.simulation.Stages;
import io.sternway.promotion.domain.simulation.World;
import io.sternway.settings.FailurePolicy.OnFailure;
import io.sternway.settings.FailurePolicy.OnNoEvidence;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Something that happens to a promotion in a random history.
 *
 * @param words says it, so that a history that fails can be read
 * @param play lets it happen
 */
record Step(String words, Consumer<World> play) {

    static final List<String> CLUSTERS = List.of("a1", "a2", "b1", "b2", "b3", "b4", "c1");
    private static final List<String> STAGES = List.of("a", "b", "c", "elsewhere");
    private static final List<Class<? extends Fact>> TOPICS =
            List.of(Fact.DeploymentReported.class, Fact.HealthReported.class);
    private static final int KINDS = 36;

    /** How many steps there are. */
    static final int COUNT = KINDS * 420;

    /** One of them; the lower the number, the simpler what happens. */
    static Step of(int number) {
        return of(number % KINDS, number / KINDS);
    }

    private static Step of(int kind, int n) {
        String cluster = pick(CLUSTERS, n);
        HealthState health = pick(List.of(HealthState.values()), n / CLUSTERS.size());
        return switch (kind) {
            case 0, 1 -> step("content" + n + " is requested", w -> w.ask("content" + n));
            case 2, 3 -> step("content" + n % 3 + " is requested", w -> w.ask("content" + n % 3));
            case 4 -> step("content that names a label is requested", w -> w.ask(named(n), null));
            case 5 -> passes(Duration.ofSeconds(n % 10));
            case 6 -> passes(Duration.ofSeconds(30 + n % 10));
            case 7 -> passes(Duration.ofMinutes(3));
            case 8 -> step(cluster + " is away", w -> w.away(cluster));
            case 9 -> step(cluster + " is back", w -> w.back(cluster));
            case 10 -> step("deaf to " + cluster, w -> w.deafTo(cluster));
            case 11 -> step("all are heard again", World::hearAgain);
            case 12, 13 -> step(cluster + " is " + health, w -> say(w, cluster, health));
            case 14 -> step(cluster + " fails", w -> say(w, cluster, HealthState.Failed));
            case 15 -> step(cluster + " is ready", w -> say(w, cluster, HealthState.Ready));
            case 16 -> step(cluster + " leaves", w -> w.without(cluster));
            case 17 -> step(cluster + " joins", w -> w.relabel(cluster, labels(cluster.substring(0, 1), cluster)));
            case 18, 19 -> relabelled(cluster, pick(STAGES, n / CLUSTERS.size()));
            case 20 ->
                step(cluster + " loses its name", w -> w.relabel(cluster, Map.of("env", cluster.substring(0, 1))));
            case 21 -> behaves(cluster, pick(List.of(Behaviour.values()), n / CLUSTERS.size()));
            case 22 -> behaved(cluster, n / CLUSTERS.size(), Behaviour.GOOD);
            case 23 -> behaved(cluster, n / CLUSTERS.size(), Behaviour.CRASH);
            case 24 -> step(cluster + " does not prune", w -> w.holdPrune(cluster));
            case 25 -> step(cluster + " keeps objects", w -> w.keepsObjects(cluster));
            case 26 -> step(cluster + " has pruned", w -> pruned(w, cluster));
            case 27 -> step("no proof of being caught up", World::neverCatchesUp);
            case 28 -> step("proofs of being caught up", World::catchesUpAgain);
            case 29 -> answers(cluster, pick(List.of(Answer.StoppedNotStarted, Answer.StoppedStarted), n));
            case 30 -> answers(cluster, pick(List.of(Answer.SnapshotUnknown, Answer.Failed, Answer.Applied), n));
            case 31 -> step("everything read late is read", World::deliver);
            case 32 -> step(pick(TOPICS, n).getSimpleName() + " is late", w -> w.delay(pick(TOPICS, n)));
            case 33 -> step("fact " + n + " comes again", w -> w.tellAgain(n));
            case 34 -> n % 2 == 0 ? step("decisions throw", World::parked) : step("decisions succeed", World::unparked);
            case 35 -> jumps(pick(List.of(300, 3600, 40, -5, -40), n));
            default -> throw new IllegalStateException("no step " + kind);
        };
    }

    // ---- kinds of steps

    private static Step step(String words, Consumer<World> play) {
        return new Step(words, play);
    }

    private static Step passes(Duration time) {
        return step(time.toSeconds() + " s pass", w -> w.pass(time));
    }

    private static Step jumps(int seconds) {
        return step("the clock jumps by " + seconds + " s", w -> w.jump(Duration.ofSeconds(seconds)));
    }

    private static Step relabelled(String cluster, String stage) {
        return step(cluster + " is labelled for " + stage, w -> w.relabel(cluster, labels(stage, cluster)));
    }

    private static Step behaves(String cluster, Behaviour behaviour) {
        return step(
                cluster + " will take the next revision as " + behaviour,
                w -> w.behave(cluster, w.state().newestRevision() + 1, behaviour));
    }

    private static Step behaved(String cluster, int n, Behaviour behaviour) {
        return step(
                cluster + " takes an older revision as " + behaviour,
                w -> w.behave(cluster, 1 + n % (w.state().newestRevision() + 1), behaviour));
    }

    private static Step answers(String cluster, Answer answer) {
        return step(cluster + " answers " + answer, w -> {
            Target target = w.state().targets().get(cluster);
            if (target != null && target.verdict() == null && !target.applied()) {
                w.answer(cluster, answer, answer.name());
            }
        });
    }

    // ---- what is said

    private static void say(World world, String cluster, HealthState health) {
        Target target = world.state().targets().get(cluster);
        if (target != null && target.applied()) {
            world.health(cluster, health);
        }
    }

    private static void pruned(World world, String cluster) {
        Target target = world.state().targets().get(cluster);
        if (target != null && target.applied()) {
            world.pruned(cluster, PruneState.Done);
        }
    }

    private static Snapshot named(int n) {
        return new Snapshot("hash-named" + n % 3, Set.of("name"));
    }

    static Map<String, String> labels(String stage, String cluster) {
        return Map.of("env", stage, "name", cluster, "tier", stage);
    }

    private static <T> T pick(List<T> from, int number) {
        return from.get(number % from.size());
    }

    /** The stages of a history; the flavour chooses what each does. */
    static Stages[] stages(int flavour) {
        return new Stages[] {
            Stages.stage("a").deadline(Duration.ofMinutes(1)).monitorAlways(),
            Stages.stage("b")
                    .progressive(2)
                    .maxFailures(flavour % 3)
                    .deadline(Duration.ofMinutes(1))
                    .soak(Duration.ofSeconds(flavour % 3 * 10L))
                    .monitor(Duration.ofMinutes(flavour % 5))
                    .onFailure(pick(List.of(OnFailure.values()), flavour))
                    .onNoEvidence(pick(List.of(OnNoEvidence.values()), flavour / 3)),
            Stages.stage("c")
                    .selecting("tier", "c")
                    .skipIfEmpty()
                    .maxFailuresPercent(flavour % 2 * 100)
                    .deadline(Duration.ofMinutes(1))
                    .delay(Duration.ofSeconds(flavour % 4 * 15L))
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
