package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.intake.Answer.Accepted;
import io.sternway.promotion.domain.intake.Answer.Fault;
import io.sternway.promotion.domain.intake.Answer.Refused;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.run.RunOutcome;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.StageRun;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What becomes of a valid document: R2, R4 and R5. That an id was seen before is the inbox' matter (R1). */
public final class Intake {

    private Intake() {}

    /**
     * Accepts or refuses a document.
     *
     * @param state the promotion; absent if there is none of that name
     * @param document what is asked for
     * @param inventory the clusters, to find overlapping stages (R4); absent while it is unknown
     * @param now the database's clock
     */
    public static Answer decide(
            @Nullable Promotion state, Document document, @Nullable Inventory inventory, Instant now) {
        Optional<Revision> known = known(state, document);
        List<Fault> faults = Faults.of(state, document, known, inventory);
        if (!faults.isEmpty()) {
            return new Refused(faults, List.of(IntakeRecords.refused(document, faults)));
        }
        Promotion before = state == null ? nothing(document, now) : state;
        return accepted(before, state == null, document, known, inventory, now);
    }

    private static Accepted accepted(
            Promotion before,
            boolean first,
            Document document,
            Optional<Revision> known,
            @Nullable Inventory inventory,
            Instant now) {
        boolean settingsChanged = first || !before.settings().equals(document.settings());
        boolean startsRun = startsRun(before, known);
        Revision revision = known.orElseGet(() -> new Revision(
                before.newestRevision() + 1, document.contentHash(), document.common(), document.byStage(), now, null));
        TreeMap<Long, Revision> revisions = new TreeMap<>(before.revisions());
        revisions.put(revision.number(), revision);
        TreeMap<Long, Run> runs = new TreeMap<>(before.runs());
        long newestRun = before.newestRun() + (startsRun ? 1 : 0);
        if (startsRun) {
            runs.put(newestRun, run(newestRun, revision, runs, document, now));
        }
        Map<String, Stage> stages = new LinkedHashMap<>(before.stages());
        document.settings().stages().forEach(s -> stages.computeIfAbsent(s.name(), Stage::unused));
        Promotion after = new Promotion(
                before.ref(),
                before.generation() + (settingsChanged ? 1 : 0),
                document.settings(),
                Math.max(before.newestRevision(), revision.number()),
                newestRun,
                before.createdAt(),
                revisions,
                runs,
                stages,
                before.targets(),
                before.rollbacks(),
                before.snapshots(),
                before.noticed());
        List<AuditEntry> audit = IntakeRecords.accepted(
                after, revision, known.isEmpty(), settingsChanged, startsRun, document, inventory);
        return new Accepted(after, known.isEmpty() ? revision : null, audit);
    }

    /** R2: nothing while the active revision is in flight or has succeeded; a run for everything else. */
    private static boolean startsRun(Promotion before, Optional<Revision> known) {
        Run active = before.activeRun().orElse(null);
        if (known.isEmpty()
                || active == null
                || active.revision() != known.get().number()) {
            return true;
        }
        return !active.inFlight() && active.outcome() != RunOutcome.Succeeded;
    }

    private static Run run(long number, Revision revision, Map<Long, Run> runs, Document document, Instant now) {
        int earlier = runs.values().stream()
                .filter(r -> r.revision() == revision.number())
                .mapToInt(Run::attempt)
                .max()
                .orElse(0);
        List<StageRun> stages = document.settings().stages().stream()
                .map(s -> StageRun.pending(s, now))
                .toList();
        return new Run(
                number,
                revision.number(),
                earlier + 1,
                document.request(),
                now,
                null,
                null,
                null,
                null,
                stages,
                List.of());
    }

    private static Optional<Revision> known(@Nullable Promotion state, Document document) {
        if (state == null) {
            return Optional.empty();
        }
        return state.revisions().values().stream()
                .filter(r -> r.contentHash().equals(document.contentHash()))
                .findFirst();
    }

    private static Promotion nothing(Document document, Instant now) {
        return new Promotion(
                document.ref(),
                0,
                document.settings(),
                0,
                0,
                now,
                new TreeMap<>(),
                new TreeMap<>(),
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                Set.of());
    }
}
