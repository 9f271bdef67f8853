package io.sternway.promotion.domain.simulation;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.sternway.promotion.domain.model.Answer;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.promotion.domain.simulation.SimulatedExecutor.Behaviour;
import io.sternway.settings.Settings;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything around one promotion, simulated: time, clusters that are reported every two seconds, an executor and an
 * evaluator that answer as each cluster is told to behave. Every decision is checked against {@link Invariants}.
 */
public final class World extends SimulatedPromotion {

    public static final Duration INTERVAL = SimulatedFleet.INTERVAL;

    private static final PromotionRef REF = new PromotionRef("payments", "checkout");

    private List<Stages> stages = new ArrayList<>();
    private Instant nextReport = now;
    private Instant latest = now;
    private int revisionsSent;
    private int historyLimit = 10;

    public static World of(Stages... stages) {
        World world = new World();
        world.stages = new ArrayList<>(Arrays.asList(stages));
        return world;
    }

    // ---- the fleet

    /** Adds clusters to a stage; each has a partition of its own. */
    public World clusters(String stage, String... names) {
        for (String name : names) {
            fleet.label(name, Map.of("env", stage, "name", name));
        }
        return readInventory();
    }

    public World onePartition() {
        fleet.intoOnePartition();
        return this;
    }

    public World without(String... names) {
        fleet.remove(names);
        return readInventory();
    }

    public World relabel(String cluster, Map<String, String> labels) {
        fleet.label(cluster, labels);
        return readInventory();
    }

    public World unreadInventory() {
        fleet.forgetInventory();
        return this;
    }

    public World readInventory() {
        storeInventory();
        if (state != null) {
            decide();
        }
        return this;
    }

    /** A reading is stored while nobody decides: nothing is woken by it. */
    public World storeInventory() {
        fleet.readInventory();
        return this;
    }

    public World away(String... names) {
        fleet.away(names);
        return this;
    }

    public World back(String... names) {
        fleet.back(names);
        return this;
    }

    /** We hear nothing of these clusters' partitions. */
    public World deafTo(String... names) {
        fleet.deafTo(names);
        return this;
    }

    public World hearAgain() {
        fleet.hearAgain();
        return this;
    }

    /** How a cluster takes a revision (by number, from 1). */
    public World behave(String cluster, long revision, Behaviour behaviour) {
        executor.behave(cluster, revision, behaviour);
        return this;
    }

    public World holdPrune(String cluster) {
        executor.holdPrune(cluster);
        return this;
    }

    public World keepsObjects(String cluster) {
        executor.keepsObjects(cluster);
        return this;
    }

    public World neverCatchesUp() {
        catchesUp = false;
        return this;
    }

    public World catchesUpAgain() {
        catchesUp = true;
        return this;
    }

    /** From now on every decision throws: facts are merged, and nothing else. */
    public World parked() {
        parked = true;
        return this;
    }

    public World unparked() {
        parked = false;
        decide();
        return this;
    }

    public World keep(int revisions) {
        historyLimit = revisions;
        return this;
    }

    // ---- requests

    public Answer ask(String content) {
        return ask(content, null);
    }

    public Answer ask(String content, @Nullable Long ifRevision) {
        return ask(new Snapshot("hash-" + content, Set.of()), ifRevision);
    }

    public Answer ask(Snapshot content, @Nullable Long ifRevision) {
        revisionsSent++;
        Settings settings =
                new Settings(Map.of(), stages.stream().map(Stages::settings).toList(), historyLimit);
        Document document =
                new Document("request-" + revisionsSent, REF, settings, content.hash(), content, Map.of(), ifRevision);
        queue.add(document);
        state = state == null ? Promotion.unborn(REF, settings, now) : state;
        answers.clear();
        decide();
        return answers.get(0);
    }

    /** Sends a document that is accepted. */
    public World request(String content) {
        assertInstanceOf(Answer.Accepted.class, ask(content));
        return this;
    }

    public World document(Stages... changed) {
        stages = new ArrayList<>(Arrays.asList(changed));
        return this;
    }

    // ---- facts by hand

    public World health(String cluster, HealthState health, String... reasons) {
        return health(cluster, executor.epoch(cluster), health, reasons);
    }

    public World health(String cluster, long atEpoch, HealthState health, String... reasons) {
        executor.health(cluster, atEpoch, health, now, reasons);
        decide();
        return this;
    }

    /** A report lists the target as it is known. */
    public World repeatHealth(String cluster) {
        HealthFact known = requireNonNull(target(cluster).health());
        tell(new Fact.HealthReported(
                "report",
                cluster,
                new HealthFact(
                        known.epoch(),
                        known.transition(),
                        known.term(),
                        known.counter() + 100,
                        known.state(),
                        known.since(),
                        now,
                        known.steady(),
                        List.of())));
        decide();
        return this;
    }

    public World answer(String cluster, DeploymentFact.Answer answer, @Nullable String reason) {
        executor.answer(cluster, answer, reason, target(cluster).desired().revision());
        decide();
        return this;
    }

    public World pruned(String cluster, PruneState prune) {
        executor.pruned(cluster, prune);
        decide();
        return this;
    }

    // ---- how facts come

    /** What is published on a topic from now on is read late: after what comes on the other one. */
    public World delay(Class<? extends Fact> topic) {
        late.add(topic);
        return this;
    }

    /** What was read late is read now, in its order; nothing is late any more. */
    public World deliver() {
        late.clear();
        readAll();
        decide();
        return this;
    }

    /** A fact comes again, however old it is. */
    public World tellAgain(int which) {
        if (!told.isEmpty()) {
            queue.add(told.get(which % told.size()));
            decide();
        }
        return this;
    }

    // ---- time

    /** The database's clock is set, or nothing of ours ran for that long: nobody reports or decides meanwhile. */
    public World jump(Duration by) {
        latest = now.isAfter(latest) ? now : latest;
        now = now.plus(by);
        nextReport = nextReport.isBefore(now.plus(INTERVAL)) ? nextReport : now.plus(INTERVAL);
        return this;
    }

    /** Lets time pass: reports come every two seconds, and what is due is decided. */
    public World pass(Duration duration) {
        Instant until = now.plus(duration);
        while (now.isBefore(until)) {
            Instant next = nextReport.isBefore(until) ? nextReport : until;
            if (due != null && due.isBefore(next)) {
                next = due.isAfter(now) ? due : now.plusMillis(1);
            }
            now = next;
            boolean reported = !now.isBefore(nextReport);
            if (reported) {
                report();
                nextReport = now.plus(INTERVAL);
            }
            if ((due != null && !due.isAfter(now)) || !queue.isEmpty()) {
                decide();
            }
        }
        return this;
    }

    /** Lets time pass from the latest time that the clock ever showed. */
    public World passFromLatest(Duration duration) {
        return pass(duration.plus(now.isBefore(latest) ? Duration.between(now, latest) : Duration.ZERO));
    }

    /** Reports of all clusters at this moment. */
    public World report() {
        boolean returned =
                fleet.report(state == null ? Set.of() : state.targets().keySet(), now);
        if (returned && state != null) {
            decide();
        }
        return this;
    }

    public World forgetEffects() {
        effects.clear();
        return this;
    }
}
