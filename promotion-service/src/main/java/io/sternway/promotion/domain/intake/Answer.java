package io.sternway.promotion.domain.intake;

import io.sternway.promotion.domain.AuditEntry;
import io.sternway.promotion.domain.Promotion;
import io.sternway.promotion.domain.revision.Revision;
import io.sternway.vocabulary.AuditReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a request (R1). */
public sealed interface Answer {

    /** The record that says so; it is published in the same transaction. */
    List<AuditEntry> audit();

    /**
     * Accepted. The caller stores the state and decides about it in the same transaction.
     *
     * @param state the new state
     * @param created the revision whose content is to be stored; absent if the content was known
     * @param audit what is to be recorded
     */
    record Accepted(Promotion state, @Nullable Revision created, List<AuditEntry> audit) implements Answer {
        public Accepted {
            audit = List.copyOf(audit);
        }
    }

    /**
     * Refused; nothing changed.
     *
     * @param faults every fault at once
     * @param audit what is to be recorded
     */
    record Refused(List<Fault> faults, List<AuditEntry> audit) implements Answer {
        public Refused {
            faults = List.copyOf(faults);
            audit = List.copyOf(audit);
        }
    }

    /**
     * Why a request is refused.
     *
     * @param reason from the closed list
     * @param path where in the document
     * @param message what is wrong, and what would be right
     */
    record Fault(AuditReason reason, String path, String message) {}
}
