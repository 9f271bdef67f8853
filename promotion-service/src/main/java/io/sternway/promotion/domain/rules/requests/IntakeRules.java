package io.sternway.promotion.domain.rules.requests;

import io.sternway.promotion.domain.model.Answer.Fault;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Revision;
import io.sternway.promotion.domain.model.Revision.Quarantine;
import io.sternway.promotion.domain.model.Run;
import io.sternway.promotion.domain.model.RunOutcome;
import io.sternway.promotion.domain.rules.Situation;
import io.sternway.promotion.domain.rules.stage.Membership;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What becomes of a valid document (R2, R4, R5). That an id was seen before is the inbox' matter (R1). */
public final class IntakeRules {

    private IntakeRules() {}

    /** The revision that has this content already. */
    public static Optional<Revision> known(Situation situation, Document document) {
        return situation.revisions().values().stream()
                .filter(r -> r.contentHash().equals(document.contentHash()))
                .findFirst();
    }

    /**
     * R2: nothing while the active revision is in flight or has succeeded; a run for everything else.
     *
     * @param known the revision that has this content already
     */
    public static boolean startsRun(Situation situation, Optional<Revision> known) {
        Run active = situation.run(situation.newestRun());
        return known.isEmpty()
                || active == null
                || active.revision() != known.get().number()
                || (!active.inFlight() && active.outcome() != RunOutcome.Succeeded);
    }

    /** Everything that stands against it at once. */
    public static List<Fault> faults(Situation situation, Document document) {
        List<Fault> faults = new ArrayList<>();
        ifRevision(situation.newestRevision(), document, faults);
        overlapping(situation, document, faults);
        stagesInUse(situation, document, faults);
        known(situation, document).ifPresent(revision -> quarantined(revision, faults));
        return faults;
    }

    private static void ifRevision(long newest, Document document, List<Fault> faults) {
        Long expected = document.ifRevision();
        if (expected != null && expected != newest) {
            faults.add(new Fault(
                    AuditReason.RevisionMismatch,
                    "/spec/ifRevision",
                    "The newest revision is " + newest + ", not " + expected + ": somebody else was faster. Look at it,"
                            + " then send ifRevision: " + newest + "."));
        }
    }

    private static void overlapping(Situation situation, Document document, List<Fault> faults) {
        if (situation.inventory() != null) {
            Membership.overlapping(document.settings(), situation.inventory())
                    .forEach((cluster, stages) -> faults.add(new Fault(
                            AuditReason.OverlappingStages,
                            "/spec/stages",
                            "Cluster " + cluster + " matches the stages " + String.join(" and ", stages)
                                    + "; a cluster may be in one stage only.")));
        }
    }

    private static void stagesInUse(Situation situation, Document document, List<Fault> faults) {
        TreeSet<String> used = new TreeSet<>();
        situation.targets().forEach(target -> used.add(target.stage()));
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

    private static void quarantined(Revision revision, List<Fault> faults) {
        Quarantine why = revision.quarantine();
        if (why != null) {
            faults.add(new Fault(
                    AuditReason.Quarantined,
                    "/spec/content",
                    "This content is revision " + revision.number() + ", which is quarantined since " + why.at()
                            + ": it failed in stage " + why.stage() + " (run " + why.run() + "). " + why.message()
                            + " Bring a newer revision."));
        }
    }
}
