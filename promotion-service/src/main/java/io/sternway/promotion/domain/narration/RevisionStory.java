package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.StageRun;
import io.sternway.vocabulary.Actor;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;

/** What is said about revisions. */
public final class RevisionStory {

    private RevisionStory() {}

    /** It failed with evidence (R5). */
    public static AuditDraft quarantined(Run run, StageRun part) {
        return new AuditDraft(
                        AuditType.RevisionQuarantined,
                        AuditKind.revision,
                        AuditReason.TooManyFailures,
                        "Revision " + run.revision() + " is quarantined: it failed in stage " + part.stage()
                                + ". Bring a newer one.")
                .revision(run.revision())
                .run(run.number())
                .stage(part.stage())
                .by(Actor.policy("quarantine"));
    }

    /** It is beyond the limit (R27). */
    public static AuditDraft forgotten(Revision revision, int limit) {
        return new AuditDraft(
                        AuditType.RevisionPruned,
                        AuditKind.revision,
                        AuditReason.HistoryLimit,
                        "Revision " + revision.number() + " is forgotten: it is nowhere in use, and more than " + limit
                                + " revisions were kept.")
                .revision(revision.number());
    }
}
