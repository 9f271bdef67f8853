package io.sternway.promotion.domain.model;

import io.sternway.vocabulary.AuditReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of a request (R1). The records that say so are among the decision's effects. */
public sealed interface Answer {

    /**
     * Accepted.
     *
     * @param created the revision whose content is to be stored; absent if the content was known
     */
    record Accepted(@Nullable Revision created) implements Answer {}

    /**
     * Refused; nothing changed.
     *
     * @param faults every fault at once, at least one
     */
    record Refused(List<Fault> faults) implements Answer {

        public Refused {
            faults = List.copyOf(faults);
        }

        /** The reason that stands for all of them. */
        public AuditReason reason() {
            return faults.get(0).reason();
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
