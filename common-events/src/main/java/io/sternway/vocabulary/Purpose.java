package io.sternway.vocabulary;

/** Why the target is to hold a snapshot. */
public enum Purpose {
    Deploy,
    Rollback,
    Release
}
