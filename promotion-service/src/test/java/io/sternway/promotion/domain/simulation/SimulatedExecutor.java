package io.sternway.promotion.domain.simulation;

import static java.util.Objects.requireNonNull;

import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.DispatchTarget;
import io.sternway.promotion.domain.model.Fact;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.DeploymentFact.Answer;
import io.sternway.promotion.domain.model.targets.HealthFact;
import io.sternway.vocabulary.HealthState;
import io.sternway.vocabulary.PruneState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The executor and the evaluator of a {@link World}: they answer commands as each cluster is told to behave. */
public final class SimulatedExecutor {

    /** How a cluster takes a revision. */
    public enum Behaviour {
        /** Applied, and ready at once. */
        GOOD,
        /** Applied, and failed by verdict. */
        CRASH,
        /** Applied, progressing for ever. */
        NEVER_READY,
        /** The API server refuses it for its content. */
        REFUSED,
        /** The API server forbids it (403). */
        FORBIDDEN,
        /** The executor gets no answer from the cluster. */
        NO_ANSWER,
        /** Nothing happens but what the test says. */
        MANUAL
    }

    /** What the executor knows of a target. */
    private static final class Row {
        long epoch;
        long sequence;
        Answer answer = Answer.Pending;

        @Nullable
        Long heldEpoch;

        @Nullable
        Long heldRevision;

        PruneState prune = PruneState.None;
        long transition;
        long counter;

        @Nullable
        String reason;

        boolean evidence;
    }

    private final Map<String, Behaviour> behaviours = new HashMap<>();
    private final Set<String> prunesHeldBack = new TreeSet<>();
    private final Set<String> keepsObjects = new TreeSet<>();
    private final Map<String, Row> rows = new TreeMap<>();
    private final Predicate<String> isAway;
    private final Consumer<Fact> told;

    /**
     * @param isAway whether a cluster does not answer
     * @param told where the answers go
     */
    SimulatedExecutor(Predicate<String> isAway, Consumer<Fact> told) {
        this.isAway = isAway;
        this.told = told;
    }

    public void behave(String cluster, long revision, Behaviour behaviour) {
        behaviours.put(cluster + "/" + revision, behaviour);
    }

    public void holdPrune(String cluster) {
        prunesHeldBack.add(cluster);
    }

    public void keepsObjects(String cluster) {
        keepsObjects.add(cluster);
    }

    /** What each cluster really holds; 0 for nothing. */
    public Map<String, Long> held() {
        Map<String, Long> held = new TreeMap<>();
        rows.forEach((cluster, row) -> held.put(cluster, row.heldRevision == null ? 0L : row.heldRevision));
        return held;
    }

    /** The epoch whose content the cluster holds, or that it was sent last if it holds nothing. */
    public long epoch(String cluster) {
        Row row = row(cluster);
        return row.heldEpoch == null ? row.epoch : row.heldEpoch;
    }

    /** Takes a command. */
    public void take(Effect effect, Instant now) {
        if (effect instanceof Effect.Deploy deploy) {
            deploy.targets().forEach(to -> assign(to, deploy.revision(), now));
        } else if (effect instanceof Effect.Restore restore) {
            restore.targets().forEach(to -> assign(to, restore.revision(), now));
        } else if (effect instanceof Effect.Prune prune) {
            prune.epochs().forEach(this::prune);
        } else if (effect instanceof Effect.Release release) {
            release.epochs().forEach(this::release);
        } else if (effect instanceof Effect.Cancel cancel) {
            cancel.epochs().forEach(this::cancel);
        }
    }

    /** The executor's answer for the epoch that it has. */
    public void answer(String cluster, Answer answer, @Nullable String reason, long revision) {
        Row row = row(cluster);
        row.answer = answer;
        row.reason = reason;
        if (answer == Answer.Applied) {
            row.heldEpoch = row.epoch;
            row.heldRevision = revision;
        }
        tell(cluster, row);
    }

    public void pruned(String cluster, PruneState prune) {
        Row row = row(cluster);
        row.prune = prune;
        tell(cluster, row);
    }

    /** The evaluator's verdict. */
    public void health(String cluster, long atEpoch, HealthState health, Instant now, String... reasons) {
        Row row = row(cluster);
        row.transition++;
        row.counter++;
        told.accept(new Fact.HealthReported(
                "health-" + cluster + "-" + atEpoch + "-" + row.transition,
                cluster,
                new HealthFact(atEpoch, row.transition, 1, row.counter, health, now, now, true, List.of(reasons))));
    }

    private void assign(DispatchTarget to, long revision, Instant now) {
        Row row = rows.computeIfAbsent(to.cluster(), c -> new Row());
        row.epoch = to.epoch();
        row.answer = Answer.Pending;
        row.prune = PruneState.None;
        row.reason = null;
        row.transition = 0;
        row.evidence = false;
        Behaviour behaviour = behaviours.getOrDefault(to.cluster() + "/" + revision, Behaviour.GOOD);
        if (isAway.test(to.cluster()) && behaviour != Behaviour.MANUAL) {
            behaviour = Behaviour.NO_ANSWER;
        }
        switch (behaviour) {
            case GOOD -> apply(to, revision, HealthState.Ready, now);
            case CRASH -> apply(to, revision, HealthState.Failed, now);
            case NEVER_READY -> apply(to, revision, HealthState.Progressing, now);
            case REFUSED -> {
                row.evidence = true;
                answer(to.cluster(), Answer.Failed, "Invalid", revision);
            }
            case FORBIDDEN -> answer(to.cluster(), Answer.Failed, "Forbidden", revision);
            case NO_ANSWER -> answer(to.cluster(), Answer.Pending, "Unreachable", revision);
            case MANUAL -> {}
        }
    }

    private void apply(DispatchTarget to, long revision, HealthState health, Instant now) {
        answer(to.cluster(), Answer.Applied, null, revision);
        health(to.cluster(), to.epoch(), health, now, "readiness says " + health);
    }

    private void prune(String cluster, long at) {
        if (!prunesHeldBack.contains(cluster) && !isAway.test(cluster) && row(cluster).epoch == at) {
            pruned(cluster, keepsObjects.contains(cluster) ? PruneState.Failed : PruneState.Done);
        }
    }

    private void release(String cluster, long at) {
        Row row = rows.computeIfAbsent(cluster, c -> new Row());
        row.epoch = at;
        row.answer = Answer.Released;
        if (!isAway.test(cluster)) {
            tell(cluster, row);
        }
    }

    private void cancel(String cluster, long at) {
        Row row = row(cluster);
        if (row.epoch == at && row.answer == Answer.Pending) {
            row.answer = Answer.StoppedNotStarted;
            tell(cluster, row);
        }
    }

    private void tell(String cluster, Row row) {
        row.sequence++;
        told.accept(new Fact.DeploymentReported(
                "deployment-" + cluster + "-" + row.epoch + "-" + row.sequence,
                cluster,
                new DeploymentFact(
                        row.epoch,
                        row.sequence,
                        row.answer,
                        row.reason,
                        row.reason == null ? null : "the API server's words",
                        row.evidence,
                        row.heldEpoch,
                        row.heldRevision,
                        row.heldEpoch != null,
                        row.prune,
                        row.prune == PruneState.Failed ? "ConfigMap old has a finalizer" : null,
                        null)));
    }

    private Row row(String cluster) {
        return requireNonNull(rows.get(cluster), cluster + " was never sent anything");
    }
}
