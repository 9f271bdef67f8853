package io.sternway.promotion.domain.stage;

/**
 * Where a stage of a run is. Derived from target facts and gates; what is failing, blocked or stale is a condition
 * beside it.
 */
public enum StagePhase {
    /** Not started: its turn has not come, or the inventory is unknown, or it is empty and blocks. */
    Pending(false),
    /** Waves are going out, or a target is not healthy yet. */
    Deploying(false),
    /** Every target is healthy, not yet for long enough. */
    Soaking(false),
    /** Every target has soaked; a delay, a prune or a fresh report is outstanding. */
    Waiting(false),
    Succeeded(true),
    /** It failed, and stops here. */
    Halted(true),
    /** It failed, and the run goes on (Continue). */
    Failed(true),
    RollingBack(false),
    RolledBack(true),
    PartiallyRolledBack(true),
    RollbackFailed(true),
    /** No cluster matched and the document says so. */
    Skipped(true),
    /** A newer run took over before this one had succeeded here. */
    Superseded(true);

    private final boolean ended;

    StagePhase(boolean ended) {
        this.ended = ended;
    }

    /** Nothing is in progress any more; a failure within the time of monitoring may still follow. */
    public boolean ended() {
        return ended;
    }

    /** A run is bringing its revision there. */
    public boolean active() {
        return this == Deploying || this == Soaking || this == Waiting;
    }

    /** The next stage may start (R14). */
    public boolean passed() {
        return this == Succeeded || this == Skipped || this == Failed;
    }
}
