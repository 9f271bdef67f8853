package io.sternway.promotion.domain.model.targets;

import java.util.Locale;

/** Why a target is to hold a snapshot. */
public enum Purpose {
    /** A run brings a revision. */
    Deploy,
    /** The cluster joined a settled stage: it gets the stable revision (R6). */
    Join,
    /** A stage goes back (R17). */
    Rollback,
    /** The cluster left; nothing is to be held any more. */
    Release;

    /** How ids of commands name it. */
    public String verb() {
        return name().toLowerCase(Locale.ROOT);
    }
}
