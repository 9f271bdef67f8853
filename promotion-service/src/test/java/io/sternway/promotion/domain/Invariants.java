package io.sternway.promotion.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.Effect.DispatchTarget;
import io.sternway.promotion.domain.rollout.RolloutStrategy;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.promotion.domain.target.Purpose;
import io.sternway.promotion.domain.target.Target;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for every history whatever happens; checked after each decision. */
final class Invariants {

    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<Long, String> outcomes = new HashMap<>();
    private final Map<String, String> phases = new HashMap<>();
    private final Map<String, Set<Long>> succeeded = new HashMap<>();
    private final Set<String> published = new HashSet<>();
    private final Set<String> commands = new HashSet<>();
    private final Set<String> rollbacksOpen = new HashSet<>();

    void check(Promotion before, Decision decision, Instant now) {
        for (Effect effect : decision.effects()) {
            effect(effect);
        }
        Instant due = decision.nextDueAt();
        assertTrue(due == null || !due.isBefore(now), "due in the past");
        for (Run run : decision.state().runs().values()) {
            long active = run.stages().stream().filter(s -> s.phase().active()).count();
            assertTrue(active <= 1, "R14: two stages of run " + run.number() + " are active");
            run.stages().forEach(part -> concurrency(decision.state(), run, part));
        }
    }

    private void effect(Effect effect) {
        if (effect instanceof Effect.Audit audit) {
            audit(audit.entry());
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
        String id = changed.rollback().id();
        switch (changed.step()) {
            case Started -> assertTrue(rollbacksOpen.add(id), "started twice: " + id);
            case Progressed -> {}
            case Completed -> assertTrue(rollbacksOpen.remove(id), "completed but not open: " + id);
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

    void audit(AuditEntry entry) {
        assertTrue(entry.message().endsWith("."), "not a sentence: " + entry.message());
        if (entry.kind() == AuditEntry.Kind.run && entry.from() != null) {
            outcome(entry);
        }
        if (entry.kind() == AuditEntry.Kind.stage && entry.type() != AuditType.StableRevisionMoved) {
            String key = entry.run() + "/" + entry.stage();
            String known = phases.getOrDefault(key, "Pending");
            assertEquals(known, entry.from(), "a gap in the history of " + key + ": " + entry);
            phases.put(key, String.valueOf(entry.to()));
        }
        if (entry.type() == AuditType.StageSucceeded) {
            succeeded
                    .computeIfAbsent(String.valueOf(entry.stage()), s -> new HashSet<>())
                    .add(entry.revision());
        }
    }

    private void outcome(AuditEntry entry) {
        @Nullable String known = outcomes.put(entry.run(), entry.to());
        assertEquals(known == null ? "InFlight" : known, entry.from(), "run " + entry.run());
        assertTrue(known == null || known.equals("Succeeded"), "a final outcome is replaced: " + entry);
        assertFalse("Succeeded".equals(known) && "Superseded".equals(entry.to()), "R3: " + entry);
    }

    private void concurrency(Promotion state, Run run, StageRun part) {
        if (!part.phase().active() || part.settings().rollout().type() != RolloutStrategy.Type.Progressive) {
            return;
        }
        long inFlight = part.members().stream()
                .map(state.targets()::get)
                .filter(t ->
                        t != null && mine(run, t) && !t.isGivenUp() && !t.soak().reached())
                .count();
        int most = part.settings()
                .rollout()
                .maxConcurrency()
                .asConcurrency(part.members().size());
        assertTrue(inFlight <= most, "R7: " + inFlight + " in flight in " + part.stage());
    }

    private static boolean mine(Run run, Target target) {
        return target.desired().purpose() == Purpose.Deploy
                && Long.valueOf(run.number()).equals(target.desired().run());
    }
}
