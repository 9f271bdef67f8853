package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.Actor;
import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.AuditEntry.Kind;
import io.sternway.promotion.domain.AuditReason;
import io.sternway.promotion.domain.AuditType;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.fleet.Membership;
import io.sternway.promotion.domain.intake.Answer.Accepted;
import io.sternway.promotion.domain.intake.Answer.Fault;
import io.sternway.promotion.domain.intake.Answer.Refused;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.revision.Revision.Quarantine;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.run.RunOutcome;
import io.sternway.promotion.domain.stage.Stage;
import io.sternway.promotion.domain.stage.StageRun;
import java.time.Instant;
import java.util.ArrayList;
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
        List<Fault> faults = new ArrayList<>();
        ifRevision(state, document, faults);
        overlapping(document, inventory, faults);
        if (state != null) {
            stagesInUse(state, document, faults);
        }
        known.map(Revision::quarantine).ifPresent(why -> quarantined(known.get(), why, faults));
        if (!faults.isEmpty()) {
            return refused(document, faults);
        }
        Promotion before = state == null ? nothing(document, now) : state;
        return accepted(before, state == null, document, known, inventory, now);
    }

    // ---- refusals

    private static void ifRevision(@Nullable Promotion state, Document document, List<Fault> faults) {
        long newest = state == null ? 0 : state.newestRevision();
        Long expected = document.ifRevision();
        if (expected != null && expected != newest) {
            faults.add(new Fault(
                    AuditReason.RevisionMismatch,
                    "/spec/ifRevision",
                    "The newest revision is " + newest + ", not " + expected + ": somebody else was faster. Look at it,"
                            + " then send ifRevision: " + newest + "."));
        }
    }

    private static void overlapping(Document document, @Nullable Inventory inventory, List<Fault> faults) {
        if (inventory == null) {
            return;
        }
        Membership.overlapping(document.settings(), inventory)
                .forEach((cluster, stages) -> faults.add(new Fault(
                        AuditReason.OverlappingStages,
                        "/spec/stages",
                        "Cluster " + cluster + " matches the stages " + String.join(" and ", stages)
                                + "; a cluster may be in one stage only.")));
    }

    private static void stagesInUse(Promotion state, Document document, List<Fault> faults) {
        Set<String> used = new java.util.TreeSet<>();
        state.targets().values().forEach(target -> used.add(target.stage()));
        for (String stage : used) {
            if (document.settings().stage(stage).isEmpty()) {
                faults.add(new Fault(
                        AuditReason.StageInUse,
                        "/spec/stages",
                        "Stage " + stage + " is missing, but clusters still hold something of it. Keep it in the"
                                + " document, with a selector that matches no cluster, until they are released."));
            }
        }
    }

    private static void quarantined(Revision revision, Quarantine why, List<Fault> faults) {
        faults.add(new Fault(
                AuditReason.Quarantined,
                "/spec/content",
                "This content is revision " + revision.number() + ", which is quarantined since " + why.at()
                        + ": it failed in stage " + why.stage() + " (run " + why.run() + "). " + why.message()
                        + " Bring a newer revision."));
    }

    private static Refused refused(Document document, List<Fault> faults) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Fault fault : faults) {
            list.add(Map.of("path", fault.path(), "reason", fault.reason().name(), "message", fault.message()));
        }
        String message = "The request for " + document.ref() + " is refused. "
                + String.join(" ", faults.stream().map(Fault::message).toList());
        AuditEntry entry = entry(
                AuditType.PromotionRejected,
                Kind.request,
                null,
                null,
                faults.get(0).reason(),
                message,
                Map.of("faults", list),
                document);
        return new Refused(faults, List.of(entry));
    }

    // ---- acceptance

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
        List<AuditEntry> audit =
                audit(after, revision, known.isEmpty(), settingsChanged, startsRun, document, inventory);
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

    // ---- records

    private static List<AuditEntry> audit(
            Promotion after,
            Revision revision,
            boolean created,
            boolean settingsChanged,
            boolean startsRun,
            Document document,
            @Nullable Inventory inventory) {
        List<AuditEntry> audit = new ArrayList<>();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("generation", after.generation());
        List<String> unmatched = inventory == null ? List.of() : Membership.unmatched(document.settings(), inventory);
        if (!unmatched.isEmpty()) {
            details.put("unmatchedClusters", unmatched);
        }
        long number = revision.number();
        AuditReason reason = startsRun
                ? created ? AuditReason.NewRevision : AuditReason.KnownRevision
                : settingsChanged ? AuditReason.SettingsOnly : AuditReason.Unchanged;
        String what = switch (reason) {
            case NewRevision -> "accepted as revision " + number + "; run " + after.newestRun() + " begins";
            case KnownRevision ->
                "accepted: its content is revision " + number + " again; run " + after.newestRun() + " begins";
            case SettingsOnly ->
                "accepted: its content is the active revision " + number + ", only its settings are new";
            default -> "accepted and changes nothing: revision " + number + " is active already";
        };
        audit.add(entry(
                AuditType.PromotionAccepted,
                Kind.request,
                number,
                startsRun ? after.newestRun() : null,
                reason,
                "The request for " + document.ref() + " is " + what + ".",
                details,
                document));
        if (settingsChanged && after.generation() > 1) {
            audit.add(entry(
                    AuditType.SettingsChanged,
                    Kind.promotion,
                    number,
                    null,
                    AuditReason.SettingsOnly,
                    "The settings of " + document.ref() + " are now those of generation " + after.generation()
                            + "; they restart nothing and hold from the next gate on.",
                    Map.of("generation", after.generation()),
                    document));
        }
        if (created) {
            audit.add(entry(
                    AuditType.RevisionCreated,
                    Kind.revision,
                    number,
                    null,
                    AuditReason.NewRevision,
                    "Revision " + number + " of " + document.ref() + " is created.",
                    Map.of("contentHash", revision.contentHash()),
                    document));
        }
        if (startsRun) {
            audit.add(runStarted(after, document, reason));
        }
        return audit;
    }

    private static AuditEntry runStarted(Promotion after, Document document, AuditReason reason) {
        Run run = after.activeRun().orElseThrow();
        return entry(
                AuditType.RunStarted,
                Kind.run,
                run.revision(),
                run.number(),
                reason,
                "Run " + run.number() + " takes revision " + run.revision() + " of " + document.ref()
                        + " through the stages "
                        + String.join(
                                ", ", run.stages().stream().map(StageRun::stage).toList()) + ".",
                Map.of("attempt", run.attempt()),
                document);
    }

    private static AuditEntry entry(
            AuditType type,
            Kind kind,
            @Nullable Long revision,
            @Nullable Long run,
            AuditReason reason,
            String message,
            Map<String, Object> details,
            Document document) {
        boolean begins = type == AuditType.RunStarted;
        return new AuditEntry(
                type,
                kind,
                revision,
                run,
                null,
                null,
                null,
                begins ? "InFlight" : null,
                reason,
                message,
                new Actor(Actor.Type.automation, "sternway.requests"),
                details,
                document.request());
    }
}
