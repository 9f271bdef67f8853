package io.sternway.promotion.domain.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.AuditEntry;
import io.sternway.promotion.domain.model.Decision;
import io.sternway.promotion.domain.model.Effect;
import io.sternway.promotion.domain.model.Effect.DispatchTarget;
import io.sternway.promotion.domain.model.Promotion;
import io.sternway.promotion.domain.model.Rollback;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.Stage;
import io.sternway.promotion.domain.model.StagePhase;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.promotion.domain.model.fleet.FleetView;
import io.sternway.promotion.domain.model.targets.DeploymentFact;
import io.sternway.promotion.domain.model.targets.PruneStatus;
import io.sternway.promotion.domain.model.targets.Purpose;
import io.sternway.promotion.domain.model.targets.Target;
import io.sternway.promotion.domain.rules.stage.StageTransitions;
import io.sternway.settings.RolloutStrategy;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.RollbackState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for every history whatever happens; checked after each decision. */
public final class Invariants {

    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<Long, String> outcomes = new HashMap<>();
    private final Map<String, String> phases = new HashMap<>();
    private final Map<String, Set<Long>> succeeded = new HashMap<>();
    private final Set<Long> quarantined = new HashSet<>();
    private final Set<Long> failedRuns = new HashSet<>();
    private final Set<String> published = new HashSet<>();
    private final Set<String> commands = new HashSet<>();
    private final Map<String, Rollback> rollbacks = new HashMap<>();

    /** After a decision: its effects follow from those before, and the new state is sound. */
    public void check(Decision decision, FleetView fleet, Instant now) {
        Promotion state = decision.state();
        decision.effects().forEach(effect -> effect(effect, state, fleet));
        Instant due = decision.nextDueAt();
        assertTrue(due == null || !due.isBefore(now), "due in the past");
        if (due == null) {
            assertEquals(List.of(), inProgress(state), "A7: in progress, and nothing is due");
        }
        for (Run run : state.runs().values()) {
            long active = run.stages().stream().filter(s -> s.phase().active()).count();
            assertTrue(active <= 1, "R14: two stages of run " + run.number() + " are active");
            for (StageRun part : run.stages()) {
                if (part.phase().active()) {
                    concurrency(state, run, part);
                    failures(state, run, part);
                }
            }
        }
        state.stages().values().forEach(stage -> stable(state, stage));
        state.rollbacks().values().forEach(rollback -> owed(state, rollback));
        state.targets().values().forEach(this::accounted);
    }

    // ---- effects

    private void effect(Effect effect, Promotion state, FleetView fleet) {
        if (effect instanceof Effect.Audit audit) {
            audit(audit.entry());
            dispatched(audit.entry(), state, fleet);
        } else if (effect instanceof Effect.Deploy deploy) {
            command(deploy.command(), deploy.snapshot(), deploy.targets());
        } else if (effect instanceof Effect.Restore restore) {
            command(restore.command(), restore.snapshot(), restore.targets());
            assertNotEquals(restore.fromRevision(), restore.revision(), "a rollback to the failed revision");
            assertTrue(
                    succeeded.getOrDefault(restore.stage(), Set.of()).contains(restore.revision()),
                    "R17: a rollback to what never succeeded in " + restore.stage());
        } else if (effect instanceof Effect.Release release) {
            release.epochs().forEach(this::epoch);
        } else if (effect instanceof Effect.PublishSnapshot publish) {
            assertTrue(
                    published.add(publish.snapshot()) || publish.answerTo() != null,
                    "published twice: " + publish.snapshot());
        } else if (effect instanceof Effect.RetireSnapshot retire) {
            assertTrue(published.remove(retire.snapshot()), "retired but never published: " + retire.snapshot());
        } else if (effect instanceof Effect.RollbackChanged changed) {
            rollback(changed);
        }
    }

    private void rollback(Effect.RollbackChanged changed) {
        Rollback rollback = changed.rollback();
        Rollback known = rollbacks.put(rollback.id(), rollback);
        switch (changed.step()) {
            case Started -> {
                assertTrue(known == null, () -> "started twice: " + rollback);
                assertFalse(quarantined.contains(rollback.to()), () -> "R17: back to what is quarantined: " + rollback);
            }
            case Progressed -> assertNotNull(known, () -> "went on before it started: " + rollback);
            case Completed ->
                assertTrue(known != null && known.inProgress(), () -> "completed but not open: " + rollback);
        }
    }

    private void command(String command, String snapshot, List<DispatchTarget> targets) {
        assertTrue(commands.add(command), "a command id is used twice: " + command);
        assertTrue(published.contains(snapshot), "a command names a snapshot that was not published: " + snapshot);
        assertFalse(targets.isEmpty(), "a command for nobody");
        targets.forEach(t -> epoch(t.cluster(), t.epoch()));
    }

    private void epoch(String cluster, long epoch) {
        Long last = epochs.put(cluster, epoch);
        assertTrue(last == null || last < epoch, "an epoch goes back on " + cluster);
    }

    public void audit(AuditEntry entry) {
        assertTrue(entry.message().endsWith("."), "not a sentence: " + entry.message());
        if (entry.kind() == AuditKind.run && entry.from() != null) {
            outcome(entry);
        }
        if (entry.kind() == AuditKind.stage && entry.type() != AuditType.StableRevisionMoved) {
            String from = phase(entry);
            String to = String.valueOf(entry.to());
            assertTrue(
                    from.equals(to)
                            || StageTransitions.of(StagePhase.valueOf(from)).containsValue(StagePhase.valueOf(to)),
                    () -> "not in the table of moves: " + entry);
        }
        switch (entry.type()) {
            case StageSucceeded ->
                succeeded
                        .computeIfAbsent(String.valueOf(entry.stage()), s -> new HashSet<>())
                        .add(entry.revision());
            case RevisionQuarantined -> quarantined.add(entry.revision());
            case StageFailed -> {
                if (!"Failed".equals(entry.to())) {
                    failedRuns.add(entry.run());
                }
            }
            default -> {}
        }
    }

    /** The history of a stage of a run has no gap; returns the phase that it was in. */
    private String phase(AuditEntry entry) {
        String key = entry.run() + "/" + entry.stage();
        String known = phases.getOrDefault(key, "Pending");
        assertEquals(known, entry.from(), "a gap in the history of " + key + ": " + entry);
        phases.put(key, String.valueOf(entry.to()));
        return known;
    }

    private void outcome(AuditEntry entry) {
        @Nullable String known = outcomes.put(entry.run(), entry.to());
        assertEquals(known == null ? "InFlight" : known, entry.from(), "run " + entry.run());
        assertTrue(known == null || known.equals("Succeeded"), "a final outcome is replaced: " + entry);
        assertFalse("Succeeded".equals(known) && "Superseded".equals(entry.to()), "R3: " + entry);
    }

    private void dispatched(AuditEntry entry, Promotion state, FleetView fleet) {
        if (entry.type() != AuditType.TargetDispatched) {
            return;
        }
        Object purpose = entry.details().get("purpose");
        boolean first = Integer.valueOf(1).equals(entry.details().get("attempt"));
        if (Purpose.Join.name().equals(purpose)) {
            assertFalse(
                    quarantined.contains(entry.revision()), () -> "R5: a joiner gets what is quarantined: " + entry);
        }
        if (first && Purpose.Deploy.name().equals(purpose)) {
            assertFalse(failedRuns.contains(entry.run()), () -> "R22: a failed run dispatches: " + entry);
        }
        if (first && !Purpose.Rollback.name().equals(purpose)) {
            var labels = Objects.requireNonNull(fleet.inventory())
                    .current()
                    .clusters()
                    .get(entry.cluster());
            assertTrue(
                    labels != null
                            && state.settings()
                                    .stage(String.valueOf(entry.stage()))
                                    .filter(stage -> stage.selector().matches(labels))
                                    .isPresent(),
                    () -> "R6: its stage does not select it: " + entry);
        }
    }

    // ---- state

    /** What is in progress: it must be looked at again by time alone. */
    private static List<Object> inProgress(Promotion state) {
        List<Object> found = new ArrayList<>();
        state.runs().values().stream()
                .filter(Run::inFlight)
                .forEach(run -> run.stages()
                        .forEach(part -> found.add(
                                run.number() + "/" + part.stage() + " " + part.phase() + " of " + part.members())));
        state.rollbacks().values().stream().filter(Rollback::inProgress).forEach(found::add);
        state.targets().values().stream().filter(Invariants::waits).forEach(found::add);
        return found;
    }

    private static boolean waits(Target target) {
        boolean judged = target.isGivenUp()
                || target.desired().deadlineMet()
                || target.desired().cancelled();
        return !judged || target.prune().state() == PruneStatus.State.Requested;
    }

    private static void concurrency(Promotion state, Run run, StageRun part) {
        RolloutStrategy rollout = part.settings().rollout();
        if (rollout.type() != RolloutStrategy.Type.Progressive) {
            return;
        }
        long inFlight = part.members().stream()
                .map(state.targets()::get)
                .filter(t -> t != null && t.deployedBy(run.number(), part.stage()))
                .filter(t -> !t.isGivenUp() && !t.soak().reached())
                .count();
        int most = rollout.maxConcurrency().asConcurrency(part.members().size());
        assertTrue(inFlight <= most, "R7: " + inFlight + " in flight in " + part.stage());
    }

    private static void failures(Promotion state, Run run, StageRun part) {
        int total = part.members().size();
        long failed = part.members().stream()
                .map(state.targets()::get)
                .filter(t -> t != null && t.deployedBy(run.number(), part.stage()) && t.isGivenUp())
                .count();
        int tolerated = part.settings().rollout().maxFailures().asFailures(total);
        assertTrue(failed <= tolerated, () -> "R15: more have failed than are tolerated: " + part);
        assertTrue(failed < total, () -> "R15: all have failed, and it is not over: " + part);
    }

    /** A stage that went back has as stable what its clusters are brought to. */
    private void stable(Promotion state, Stage stage) {
        Run owner = stage.owner() == null ? null : state.runs().get(stage.owner());
        if (owner == null) {
            return;
        }
        StagePhase phase = owner.stage(stage.name()).orElseThrow().phase();
        switch (phase) {
            case RollingBack, RolledBack, PartiallyRolledBack, RollbackFailed -> {
                Rollback rollback = rollbacks.get(state.ref().rollbackId(owner.number(), stage.name()));
                assertNotNull(rollback, () -> "it goes back without a rollback: " + stage);
                assertEquals(rollback.to(), stage.stable(), () -> "stable is not what it went back to: " + stage);
            }
            default -> {}
        }
    }

    /** R20: what is owed can still be given. */
    private static void owed(Promotion state, Rollback rollback) {
        rollback.clusters().forEach((cluster, result) -> {
            Target target = state.targets().get(cluster);
            boolean open = result.state() == RollbackState.Owed || result.state() == RollbackState.Pending;
            assertTrue(
                    !open
                            || (target != null
                                    && rollback.id().equals(target.desired().rollback())),
                    () -> "R20: " + cluster + " is waited for, but not sent anything: " + rollback);
        });
    }

    /** What was dispatched last is what is waited for, but where nothing of that was written: there it is what is held (K18). */
    private void accounted(Target target) {
        long desired = target.desired().epoch();
        DeploymentFact said = target.deployment();
        boolean heldAgain = said != null
                && said.heldComplete()
                && Long.valueOf(desired).equals(said.heldEpoch())
                && said.answer() != DeploymentFact.Answer.Applied;
        assertTrue(
                heldAgain || Long.valueOf(desired).equals(epochs.get(target.cluster())),
                () -> "another epoch was sent: " + target);
    }
}
