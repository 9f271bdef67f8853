package io.sternway.sandbox.cluster.model;

/** Which part of an object a write is about: the others keep what they have, whatever the write carries. */
public enum Subresource {
    /** Everything but status (where the kind has a status subresource). */
    MAIN(""),
    STATUS("status"),
    /** {@code spec.replicas}, through {@code autoscaling/v1 Scale}. */
    SCALE("scale"),
    /** {@code spec.finalizers} of a Namespace: when the last one goes, a terminating namespace is gone. */
    FINALIZE("finalize"),
    /** {@code spec.nodeName} of a Pod. */
    BINDING("binding");

    private final String path;

    Subresource(String path) {
        this.path = path;
    }

    /** The last segment of the URL; empty for the main resource. */
    public String path() {
        return path;
    }
}
