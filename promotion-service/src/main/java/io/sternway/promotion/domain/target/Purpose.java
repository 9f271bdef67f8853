package io.sternway.promotion.domain.target;

/** Why a target is to hold a snapshot. */
public enum Purpose {
    /** A run brings a revision. */
    Deploy,
    /** The cluster joined a settled stage: it gets the stable revision (R6). */
    Join,
    /** A stage goes back (R17). */
    Rollback,
    /** The cluster left; nothing is to be held any more. */
    Release
}
