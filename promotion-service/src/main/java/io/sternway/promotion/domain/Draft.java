package io.sternway.promotion.domain;

import io.sternway.promotion.domain.fleet.Clock;
import io.sternway.promotion.domain.fleet.ClusterView;
import io.sternway.promotion.domain.fleet.FleetView;
import io.sternway.promotion.domain.fleet.PartitionView;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.rollback.Rollback;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.Target;
import io.sternway.settings.Settings;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A promotion while it is being decided: its parts are replaced one by one, effects are collected in order. Lives within
 * one call of {@link PromotionMachine#decide}; the records in it stay immutable.
 */
public final class Draft {

    private final Promotion before;
    private final FleetView fleet;
    private final Instant now;
    private final LongSupplier epochs;

    private final TreeMap<Long, Revision> revisions;
    private final TreeMap<Long, Run> runs;
    private final Map<String, Stage> stages;
    private final Map<String, Target> targets;
    private final Map<String, Set<String>> clustersByStage = new HashMap<>();
    private final Map<String, Rollback> rollbacks;
    private final Set<String> snapshots;
    private final Set<String> noticed;

    private final List<Effect> effects = new ArrayList<>();
    private final List<Run> forgottenRuns = new ArrayList<>();
    private final List<Rollback> forgottenRollbacks = new ArrayList<>();
    private final Set<Integer> catchUp = new TreeSet<>();
    private @Nullable Instant due;
    private @Nullable String cause;
    private boolean changed;

    Draft(Promotion before, FleetView fleet, Instant now, LongSupplier epochs) {
        this.before = before;
        this.fleet = fleet;
        this.now = now;
        this.epochs = epochs;
        this.revisions = new TreeMap<>(before.revisions());
        this.runs = new TreeMap<>(before.runs());
        this.stages = new LinkedHashMap<>(before.stages());
        this.targets = new TreeMap<>(before.targets());
        this.rollbacks = new TreeMap<>(before.rollbacks());
        this.snapshots = new TreeSet<>(before.snapshots());
        this.noticed = new TreeSet<>(before.noticed());
        for (Target target : targets.values()) {
            index(target);
        }
    }

    // ---- what does not change

    public PromotionRef ref() {
        return before.ref();
    }

    public Settings settings() {
        return before.settings();
    }

    public long newestRun() {
        return before.newestRun();
    }

    public FleetView fleet() {
        return fleet;
    }

    public Instant now() {
        return now;
    }

    /** Draws an epoch. */
    public long nextEpoch() {
        return epochs.getAsLong();
    }

    /** How the target's cluster was last reported. */
    public @Nullable ClusterView cluster(String name) {
        return fleet.clusters().get(name);
    }

    /** How the partition of a cluster was heard. */
    public @Nullable PartitionView partitionOf(String name) {
        ClusterView cluster = cluster(name);
        return cluster == null ? null : fleet.partitions().get(cluster.partition());
    }

    /** The clock by which the deadlines of a cluster's target run. */
    public Clock clock(String cluster) {
        return Clock.of(partitionOf(cluster), now);
    }

    // ---- parts

    public Revision revision(long number) {
        Revision revision = revisions.get(number);
        if (revision == null) {
            throw new IllegalStateException("revision " + number + " of " + ref() + " was pruned while it was in use");
        }
        return revision;
    }

    public Map<Long, Revision> revisions() {
        return revisions;
    }

    public void put(Revision revision) {
        revisions.put(revision.number(), revision);
        changed = true;
    }

    public Collection<Run> runs() {
        return List.copyOf(runs.values());
    }

    public @Nullable Run run(long number) {
        return runs.get(number);
    }

    public void put(Run run) {
        runs.put(run.number(), run);
        changed = true;
    }

    void forget(Run run) {
        runs.remove(run.number());
        forgottenRuns.add(run);
    }

    public Stage stage(String name) {
        return stages.computeIfAbsent(name, Stage::unused);
    }

    public Collection<Stage> stages() {
        return List.copyOf(stages.values());
    }

    public void put(Stage stage) {
        stages.put(stage.name(), stage);
        changed = true;
    }

    /** The run that is responsible for a stage, with its part of it; absent before the first. */
    public Optional<Owner> owner(String stage) {
        Long owner = stage(stage).owner();
        Run run = owner == null ? null : runs.get(owner);
        return run == null ? Optional.empty() : run.stage(stage).map(part -> new Owner(run, part));
    }

    /** A run and its part of a stage that it is responsible for. */
    public record Owner(Run run, StageRun part) {}

    public @Nullable Target target(String cluster) {
        return targets.get(cluster);
    }

    public Collection<Target> targets() {
        return targets.values();
    }

    /** The targets of a stage, by name of cluster; a copy. */
    public List<Target> targetsOf(String stage) {
        List<Target> found = new ArrayList<>();
        for (String cluster : clustersByStage.getOrDefault(stage, Set.of())) {
            Target target = targets.get(cluster);
            if (target != null) {
                found.add(target);
            }
        }
        return found;
    }

    public void put(Target target) {
        Target old = targets.put(target.cluster(), target);
        if (old == null || !old.stage().equals(target.stage())) {
            if (old != null) {
                clustersByStage.getOrDefault(old.stage(), new TreeSet<>()).remove(old.cluster());
            }
            index(target);
        }
        changed = true;
    }

    public void remove(Target target) {
        targets.remove(target.cluster());
        clustersByStage.getOrDefault(target.stage(), new TreeSet<>()).remove(target.cluster());
        changed = true;
    }

    private void index(Target target) {
        clustersByStage.computeIfAbsent(target.stage(), s -> new TreeSet<>()).add(target.cluster());
    }

    public Collection<Rollback> rollbacks() {
        return List.copyOf(rollbacks.values());
    }

    public @Nullable Rollback rollback(String id) {
        return rollbacks.get(id);
    }

    public void put(Rollback rollback) {
        rollbacks.put(rollback.id(), rollback);
        changed = true;
    }

    void forget(Rollback rollback) {
        rollbacks.remove(rollback.id());
        forgottenRollbacks.add(rollback);
    }

    // ---- effects

    public void effect(Effect effect) {
        effects.add(effect);
    }

    /** Begins an audit record. */
    public AuditDraft audit(AuditType type, AuditKind kind, AuditReason reason, String message) {
        return new AuditDraft(this, type, kind, reason, message);
    }

    /** The content must be known to the executor before a command names it. */
    public void publish(String stage, Revision revision) {
        String hash = revision.snapshot(stage).hash();
        if (snapshots.add(hash)) {
            effect(new Effect.PublishSnapshot(stage, revision.number(), hash, null, null));
        }
    }

    Set<String> snapshots() {
        return snapshots;
    }

    /** True the first time: something is worth one warning. */
    public boolean notice(String what) {
        return noticed.add(what);
    }

    /** It is not so any more; the next time is worth a warning again. */
    public void unnotice(String what) {
        noticed.remove(what);
    }

    public Set<String> noticed() {
        return Set.copyOf(noticed);
    }

    // ---- time

    /** Decide again at this time at the latest. */
    public void dueAt(Instant at) {
        Instant next = at.isAfter(now) ? at : now;
        if (due == null || next.isBefore(due)) {
            due = next;
        }
    }

    /** Decide again after this time: what is waited for comes without a fact. */
    public void lookAgainIn(Duration delay) {
        dueAt(now.plus(delay));
    }

    /** A deadline of this cluster's target has passed and must not act before everything published is merged. */
    public void catchUp(String cluster) {
        ClusterView view = cluster(cluster);
        if (view != null) {
            catchUp.add(view.partition());
        }
    }

    void cause(@Nullable String event) {
        this.cause = event;
    }

    @Nullable
    String cause() {
        return cause;
    }

    void beginPass() {
        changed = false;
        due = null;
        catchUp.clear();
    }

    boolean changed() {
        return changed;
    }

    Decision finish() {
        Promotion after = new Promotion(
                before.ref(),
                before.generation(),
                before.settings(),
                before.newestRevision(),
                before.newestRun(),
                before.createdAt(),
                revisions,
                runs,
                stages,
                targets,
                rollbacks,
                snapshots,
                noticed);
        return new Decision(after, effects, forgottenRuns, forgottenRollbacks, due, catchUp);
    }
}
