package io.sternway.promotion.domain.target;

import io.sternway.promotion.domain.Draft;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;

/** An owed target that holds what it should after all (R20). */
public final class Restoration {

    private Restoration() {}

    /** A target that was tried again has become healthy, and its prune has ended. */
    public static void complete(Draft draft, Target target) {
        if (target.givenUp() != null
                && !target.isGivenUp()
                && target.soak().reached()
                && target.prune().ended()) {
            restored(draft, target);
        }
    }

    /** It is owed no longer. */
    static void restored(Draft draft, Target target) {
        draft.put(target.withGivenUp(null).with(TargetPhase.Healthy));
        draft.audit(
                        AuditType.TargetRestored,
                        AuditKind.target,
                        AuditReason.Restored,
                        "Cluster " + target.cluster() + " is back and healthy at revision "
                                + target.desired().revision() + ", as it should be.")
                .revision(target.desired().revision())
                .run(target.desired().run())
                .stage(target.stage())
                .cluster(target.cluster())
                .from(TargetPhase.Owed)
                .to(TargetPhase.Healthy)
                .with("epoch", target.desired().epoch())
                .with("purpose", target.desired().purpose().name())
                .with("rollback", target.desired().rollback())
                .record();
    }
}
