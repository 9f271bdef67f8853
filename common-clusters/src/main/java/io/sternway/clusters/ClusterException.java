package io.sternway.clusters;

/** A cluster cannot be called. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Exceptions are never serialised here; the record is not Serializable on purpose.
    private final ClusterFailure failure;

    public ClusterException(ClusterFailure failure) {
        super(failure.kind() + ": " + failure.message());
        this.failure = failure;
    }

    /** What it means. */
    public ClusterFailure failure() {
        return failure;
    }
}
