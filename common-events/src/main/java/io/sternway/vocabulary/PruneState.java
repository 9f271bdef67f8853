package io.sternway.vocabulary;

/** How far a prune has come. */
public enum PruneState {
    /** Not asked for at this epoch. */
    None,
    Pending,
    Done,
    Failed
}
