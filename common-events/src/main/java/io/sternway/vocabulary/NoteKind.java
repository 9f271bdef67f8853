package io.sternway.vocabulary;

/** What a note is about. */
public enum NoteKind {
    /** A rollback or Force took a field from another manager (K4). */
    Overridden,
    /** Another manager's leftovers were removed (K4). */
    Removed,
    /** A manager's entries were adopted at the first apply (K4). */
    Adopted,
    /** The field is left to an autoscaler (K9). */
    LeftToAutoscaler,
    /** The Job differs and was not run again (K6). */
    NotRerun,
    /** The object was deleted and created (K6). */
    Replaced,
    /** It could not go back and stays as it is: a claim that has grown, a flag that cannot be taken back (K10). */
    Retained,
    /** What lives on the cluster differs from the snapshot (K3). */
    Differs,
    /** Nothing else fits: paused, being deleted, quota. */
    Observed
}
