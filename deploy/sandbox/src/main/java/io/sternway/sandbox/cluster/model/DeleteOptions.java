package io.sternway.sandbox.cluster.model;

import org.jspecify.annotations.Nullable;

/**
 * How to delete.
 *
 * @param gracePeriodSeconds null: the object's own (a Pod on a node: 30); 0: at once
 * @param uid precondition: 409 when the object has another
 * @param resourceVersion precondition: 409 when the object has another
 */
public record DeleteOptions(
        Propagation propagation,
        @Nullable Integer gracePeriodSeconds,
        @Nullable String uid,
        @Nullable String resourceVersion,
        boolean dryRun) {

    public static DeleteOptions background() {
        return new DeleteOptions(Propagation.BACKGROUND, null, null, null, false);
    }

    /** As a kubelet removes a Pod that has ended. */
    public static DeleteOptions now() {
        return new DeleteOptions(Propagation.BACKGROUND, 0, null, null, false);
    }

    public DeleteOptions withUid(String expected) {
        return new DeleteOptions(propagation, gracePeriodSeconds, expected, resourceVersion, dryRun);
    }
}
