package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Answer.Fault;
import io.sternway.promotion.domain.model.Answer.Refused;
import io.sternway.promotion.domain.model.PromotionRef;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said about requests (R1, R2). */
public final class RequestStory {
    private static final Actor REQUESTS = new Actor(Actor.Type.automation, "sternway.requests");

    private RequestStory() {}

    public static AuditDraft refused(PromotionRef ref, Refused refused) {
        List<Map<String, Object>> faults = new ArrayList<>();
        for (Fault fault : refused.faults()) {
            faults.add(Map.of("path", fault.path(), "reason", fault.reason().name(), "message", fault.message()));
        }
        return told(
                        AuditType.PromotionRejected,
                        AuditKind.request,
                        refused.reason(),
                        "The request for " + ref + " is refused. "
                                + String.join(
                                        " ",
                                        refused.faults().stream()
                                                .map(Fault::message)
                                                .toList()))
                .with("faults", faults);
    }

    /**
     * It is accepted.
     *
     * @param run the run that it starts; absent if it starts none
     * @param reason NewRevision, KnownRevision, SettingsOnly or Unchanged
     * @param unmatched clusters that no stage matches (R4)
     */
    public static AuditDraft accepted(
            PromotionRef ref,
            long revision,
            @Nullable Run run,
            AuditReason reason,
            long generation,
            List<String> unmatched) {
        String begins = run == null ? "" : "; run " + run.number() + " begins";
        String what = switch (reason) {
            case NewRevision -> "accepted as revision " + revision + begins;
            case KnownRevision -> "accepted: its content is revision " + revision + " again" + begins;
            case SettingsOnly ->
                "accepted: its content is the active revision " + revision + ", only its settings are new";
            default -> "accepted and changes nothing: revision " + revision + " is active already";
        };
        return told(
                        AuditType.PromotionAccepted,
                        AuditKind.request,
                        reason,
                        "The request for " + ref + " is " + what + ".")
                .revision(revision)
                .run(run == null ? null : run.number())
                .with("generation", generation)
                .with("unmatchedClusters", unmatched.isEmpty() ? null : unmatched);
    }

    public static AuditDraft settingsChanged(PromotionRef ref, long revision, long generation) {
        return told(
                        AuditType.SettingsChanged,
                        AuditKind.promotion,
                        AuditReason.SettingsOnly,
                        "The settings of " + ref + " are now those of generation " + generation
                                + "; they restart nothing and hold from the next gate on.")
                .revision(revision)
                .with("generation", generation);
    }

    public static AuditDraft created(PromotionRef ref, Revision revision) {
        return told(
                        AuditType.RevisionCreated,
                        AuditKind.revision,
                        AuditReason.NewRevision,
                        "Revision " + revision.number() + " of " + ref + " is created.")
                .revision(revision.number())
                .with("contentHash", revision.contentHash());
    }

    public static AuditDraft runStarted(PromotionRef ref, Run run, AuditReason reason) {
        List<String> stages = run.stages().stream().map(StageRun::stage).toList();
        return told(
                        AuditType.RunStarted,
                        AuditKind.run,
                        reason,
                        "Run " + run.number() + " takes revision " + run.revision() + " of " + ref
                                + " through the stages " + String.join(", ", stages) + ".")
                .revision(run.revision())
                .run(run.number())
                .to("InFlight")
                .with("attempt", run.attempt());
    }

    private static AuditDraft told(AuditType type, AuditKind kind, AuditReason reason, String message) {
        return new AuditDraft(type, kind, reason, message).by(REQUESTS);
    }
}
