package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.fleet.Inventory;
import io.sternway.promotion.domain.fleet.Membership;
import io.sternway.promotion.domain.intake.Answer.Fault;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.promotion.domain.revision.Revision.Quarantine;
import io.sternway.vocabulary.AuditReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands against a valid document: every fault at once (R4, R5). */
final class Faults {

    private Faults() {}

    static List<Fault> of(
            @Nullable Promotion state, Document document, Optional<Revision> known, @Nullable Inventory inventory) {
        List<Fault> faults = new ArrayList<>();
        ifRevision(state, document, faults);
        overlapping(document, inventory, faults);
        if (state != null) {
            stagesInUse(state, document, faults);
        }
        known.ifPresent(revision -> {
            Quarantine why = revision.quarantine();
            if (why != null) {
                quarantined(revision, why, faults);
            }
        });
        return faults;
    }

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
}
