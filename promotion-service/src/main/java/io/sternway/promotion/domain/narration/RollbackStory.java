package io.sternway.promotion.domain.narration;

import io.sternway.promotion.domain.model.Rollback;
import io.sternway.vocabulary.AuditKind;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import io.sternway.vocabulary.RollbackResult;
import io.sternway.vocabulary.RollbackState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What is said about rollbacks. */
public final class RollbackStory {

    private RollbackStory() {}

    public static AuditDraft began(
            Rollback rollback, AuditReason reason, List<String> clusters, List<String> untouched) {
        String left = untouched.isEmpty()
                ? ""
                : " Nothing of revision " + rollback.from() + " was written to " + Wording.list(untouched)
                        + ", nothing is put back there.";
        return about(
                        rollback,
                        AuditType.RollbackBegan,
                        reason,
                        "Stage " + rollback.stage() + " goes back from revision " + rollback.from() + " to revision "
                                + rollback.to() + " on " + clusters.size() + " clusters." + left)
                .to("InProgress")
                .by(rollback.initiatedBy())
                .with("fromRevision", rollback.from())
                .with("clusters", clusters)
                .with("untouched", untouched.isEmpty() ? null : untouched);
    }

    /**
     * How it ended, with each cluster's result (R20, R21).
     *
     * @param notes by cluster, what was taken away, overridden or left there (R36)
     */
    public static AuditDraft ended(Rollback rollback, RollbackResult result, Why why, Map<String, List<String>> notes) {
        Map<String, String> states = new TreeMap<>();
        rollback.clusters().forEach((name, c) -> states.put(name, c.state().name()));
        return about(rollback, AuditType.RollbackEnded, why.reason(), why.message())
                .from("InProgress")
                .to(result)
                .with("clusters", states)
                .with("notes", notes.isEmpty() ? null : notes);
    }

    /** Nothing more is done by itself (R21). */
    public static AuditDraft incident(Rollback rollback, Why why) {
        String message = why.message() + " Nothing more is done by itself: somebody must act.";
        return about(rollback, AuditType.IncidentRaised, why.reason(), message);
    }

    /** Why the stage ends as it does. */
    public static Why result(Rollback rollback, RollbackResult result) {
        AuditReason reason = switch (result) {
            case Succeeded -> AuditReason.AllRestored;
            case Partial -> AuditReason.SomeNotRestored;
            case Failed -> AuditReason.NoneRestored;
        };
        return new Why(reason, message(rollback, result), rollback.initiatedBy(), Map.of("rollback", rollback.id()));
    }

    private static String message(Rollback rollback, RollbackResult result) {
        String what = "Stage " + rollback.stage() + " is back at revision " + rollback.to() + " on ";
        int all = rollback.clusters().size();
        if (all == 0) {
            return "Nothing of revision " + rollback.from() + " was written: stage " + rollback.stage()
                    + " holds revision " + rollback.to() + " as before.";
        }
        if (result == RollbackResult.Succeeded) {
            return what + "all " + all + " clusters.";
        }
        List<String> not = new ArrayList<>();
        rollback.clusters().forEach((name, c) -> {
            if (c.state() != RollbackState.Restored) {
                not.add(name + " ("
                        + Objects.requireNonNullElse(c.reason(), c.state().name()) + ")");
            }
        });
        return what + (all - not.size()) + " of " + all + " clusters. Not restored: " + String.join(", ", not) + ".";
    }

    private static AuditDraft about(Rollback rollback, AuditType type, AuditReason reason, String message) {
        return new AuditDraft(type, AuditKind.rollback, reason, message)
                .revision(rollback.to())
                .run(rollback.run())
                .stage(rollback.stage())
                .with("rollback", rollback.id());
    }
}
