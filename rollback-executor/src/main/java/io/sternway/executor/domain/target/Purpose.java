package io.sternway.executor.domain.target;

/** Why a target is to hold a snapshot. */
public enum Purpose {
    DEPLOY,
    ROLLBACK,
    /** It is to be ours no longer; objects stay. */
    RELEASE_KEEP,
    /** It is to be ours no longer; objects go. */
    RELEASE_WITHDRAW;

    /** Whether the target is let go. */
    public boolean isRelease() {
        return this == RELEASE_KEEP || this == RELEASE_WITHDRAW;
    }
}
