package io.sternway.promotion.domain.moves;

import io.sternway.promotion.domain.model.Answer;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.narration.AuditDraft;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.fleet.LookAgain;
import io.sternway.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A promotion while it is being decided: its parts are replaced one by one, effects are collected in order. Lives within one
 * decision; the records in it stay immutable. Only moves change it.
 */
public final class Draft extends Situation {
    private final LongSupplier epochs;
    private final Set<String> snapshots;
    private final Set<String> noticed;
    private final List<Effect> effects = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Run> forgottenRuns = new ArrayList<>();
    private final List<Rollback> forgottenRollbacks = new ArrayList<>();
    private final Set<Integer> catchUp = new TreeSet<>();
    private long generation;
    private @Nullable Instant due;
    private @Nullable String cause;
    private boolean changed;

    /**
     * Begins a decision.
     *
     * @param epochs each call gives a higher number than any before
     */
    public Draft(Promotion before, FleetView fleet, Instant now, LongSupplier epochs) {
        super(before, fleet, now);
        this.epochs = epochs;
        this.generation = before.generation();
        this.snapshots = new TreeSet<>(before.snapshots());
        this.noticed = new TreeSet<>(before.noticed());
    }

    long nextEpoch() {
        return epochs.getAsLong();
    }

    // ---- parts

    /** New settings, and what the request brought with them. */
    void accept(Settings next, boolean changes, Revision revision) {
        settings = next;
        generation += changes ? 1 : 0;
        newestRevision = Math.max(newestRevision, revision.number());
        put(revision);
        next.stages().forEach(stage -> stages.computeIfAbsent(stage.name(), Stage::unused));
    }

    void begin(Run run) {
        newestRun = run.number();
        put(run);
    }

    long generation() {
        return generation;
    }

    /** As it was before the decision. */
    Promotion before() {
        return before;
    }

    void put(Revision revision) {
        revisions.put(revision.number(), revision);
        changed = true;
    }

    void forget(Revision revision) {
        revisions.remove(revision.number());
    }

    void put(Run run) {
        runs.put(run.number(), run);
        changed = true;
    }

    void forget(Run run) {
        runs.remove(run.number());
        forgottenRuns.add(run);
    }

    void put(Stage stage) {
        stages.put(stage.name(), stage);
        changed = true;
    }

    void put(Target target) {
        Target old = targets.put(target.cluster(), target);
        if (old == null || !old.stage().equals(target.stage())) {
            if (old != null) {
                leave(old);
            }
            clustersByStage
                    .computeIfAbsent(target.stage(), s -> new TreeSet<>())
                    .add(target.cluster());
        }
        changed = true;
    }

    void remove(Target target) {
        targets.remove(target.cluster());
        leave(target);
        changed = true;
    }

    private void leave(Target target) {
        clustersByStage.getOrDefault(target.stage(), new TreeSet<>()).remove(target.cluster());
    }

    void put(Rollback rollback) {
        rollbacks.put(rollback.id(), rollback);
        changed = true;
    }

    void forget(Rollback rollback) {
        rollbacks.remove(rollback.id());
        forgottenRollbacks.add(rollback);
    }

    // ---- what is published

    void effect(Effect effect) {
        effects.add(effect);
    }

    /** An audit record, caused by what is being dealt with. */
    void tell(AuditDraft record) {
        effects.add(new Effect.Audit(record.entry(cause)));
    }

    /** The content must be known to the executor before a command names it. */
    void publish(String stage, Revision revision) {
        String hash = revision.snapshot(stage).hash();
        if (snapshots.add(hash)) {
            effect(new Effect.PublishSnapshot(stage, revision.number(), hash, null, null));
        }
    }

    /** Snapshots that were published and not retired. */
    Set<String> snapshots() {
        return snapshots;
    }

    void answer(Answer answer) {
        answers.add(answer);
    }

    /** True the first time: something is worth one warning. */
    boolean notice(String what) {
        return noticed.add(what);
    }

    /** It is not so any more; the next time is worth a warning again. */
    void unnotice(String what) {
        noticed.remove(what);
    }

    Set<String> noticed() {
        return Set.copyOf(noticed);
    }

    // ---- time

    /** Somebody asked something whose answer changes with time. */
    void lookAgain(LookAgain again) {
        Instant at = again.at();
        if (at != null) {
            Instant next = at.isAfter(now()) ? at : now();
            due = due == null || next.isBefore(due) ? next : due;
        }
        catchUp.addAll(again.catchUp());
    }

    // ---- the course of the decision

    /** What follows is caused by this event; absent: by several, or by time. */
    public void causedBy(@Nullable String event) {
        this.cause = event;
    }

    /** A pass over everything begins. */
    public void beginPass() {
        changed = false;
        due = null;
        catchUp.clear();
    }

    /** The pass changed something, so that another one is needed. */
    public boolean changed() {
        return changed;
    }

    /** The decision as it is now. */
    public Decision finish() {
        Promotion after = new Promotion(
                ref(),
                generation,
                settings(),
                newestRevision(),
                newestRun(),
                before.createdAt(),
                revisions,
                runs,
                stages,
                targets,
                rollbacks,
                snapshots,
                noticed);
        return new Decision(after, effects, answers, forgottenRuns, forgottenRollbacks, due, catchUp);
    }
}
