package io.sternway.sandbox.cluster.model;

/** What a delete does to dependants (objects whose ownerReferences name the deleted one). The garbage collector acts. */
public enum Propagation {
    /** The kind's own default: Background, but Orphan for Jobs. */
    DEFAULT,
    /** The object goes at once, its dependants after it. */
    BACKGROUND,
    /** The object stays, with finalizer {@code foregroundDeletion}, until its blocking dependants are gone. */
    FOREGROUND,
    /** The object stays, with finalizer {@code orphan}, until its dependants have lost their reference to it. */
    ORPHAN
}
