package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.fleet.Membership;
import io.sternway.promotion.domain.intake.Answer.Fault;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.run.Run;
import io.sternway.promotion.domain.stage.StageRun;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The records that answer a request (R1). */
final class IntakeRecords {

    private IntakeRecords() {}

    static AuditEntry refused(Document document, List<Fault> faults) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Fault fault : faults) {
            list.add(Map.of("path", fault.path(), "reason", fault.reason().name(), "message", fault.message()));
        }
        String message = "The request for " + document.ref() + " is refused. "
                + String.join(" ", faults.stream().map(Fault::message).toList());
        return entry(
                AuditType.PromotionRejected,
                AuditKind.request,
                null,
                null,
                faults.get(0).reason(),
                message,
                Map.of("faults", list),
                document);
    }

    static List<AuditEntry> accepted(
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
                AuditKind.request,
                number,
                startsRun ? after.newestRun() : null,
                reason,
                "The request for " + document.ref() + " is " + what + ".",
                details,
                document));
        if (settingsChanged && after.generation() > 1) {
            audit.add(entry(
                    AuditType.SettingsChanged,
                    AuditKind.promotion,
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
                    AuditKind.revision,
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
                AuditKind.run,
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
            AuditKind kind,
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
