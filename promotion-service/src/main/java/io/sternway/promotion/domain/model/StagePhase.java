package io.sternway.promotion.domain.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a stage of a run is. Derived from target facts and gates; what is failing, blocked or stale is a condition beside
 * it. Everything that anybody asks of a phase stands here, so that a new phase answers it too.
 */
public enum StagePhase {
    /** Not started: its turn has not come, or the inventory is unknown, or it is empty and blocks. */
    Pending(Course.Ahead, Content.Untouched, null),
    /** Waves are going out, or a target is not healthy yet. */
    Deploying(Course.Active, Content.Kept, null),
    /** Every target is healthy, not yet for long enough. */
    Soaking(Course.Active, Content.Kept, null),
    /** Every target has soaked; a delay, a prune or a fresh report is outstanding. */
    Waiting(Course.Active, Content.Kept, null),
    Succeeded(Course.Passed, Content.Kept, null),
    /** It failed, and stops here. */
    Halted(Course.Stopped, Content.LeftAsItIs, RunOutcome.Halted),
    /** It failed, and the run goes on (Continue). */
    Failed(Course.Passed, Content.Kept, null),
    RollingBack(Course.GoingBack, Content.PutBack, null),
    RolledBack(Course.Stopped, Content.PutBack, RunOutcome.RolledBack),
    PartiallyRolledBack(Course.Stopped, Content.PutBack, RunOutcome.PartiallyRolledBack),
    RollbackFailed(Course.Stopped, Content.LeftAsItIs, RunOutcome.RollbackFailed),
    /** No cluster matched and the document says so. */
    Skipped(Course.Passed, Content.Untouched, null),
    /** A newer run took over before this one had succeeded here. */
    Superseded(Course.Stopped, Content.Kept, null);

    private final Course course;
    private final Content content;
    private final @Nullable RunOutcome outcome;

    StagePhase(Course course, Content content, @Nullable RunOutcome outcome) {
        this.course = course;
        this.content = content;
        this.outcome = outcome;
    }

    /** Nothing is in progress any more; a failure within the time of monitoring may still follow. */
    public boolean ended() {
        return course == Course.Passed || course == Course.Stopped;
    }

    /** A run is bringing its revision there. */
    public boolean active() {
        return course == Course.Active;
    }

    /** Something is being brought there, or put back. */
    public boolean busy() {
        return course == Course.Active || course == Course.GoingBack;
    }

    /** The next stage may start (R14). */
    public boolean passed() {
        return course == Course.Passed;
    }

    /** What the run brought there is to stay, so that what older revisions left may go (K5). */
    public boolean keepsContent() {
        return content == Content.Kept;
    }

    /** Some of its clusters, or all, were put back. */
    public boolean wentBack() {
        return this == RolledBack || this == PartiallyRolledBack;
    }

    /** The outcome of the run whose failed stage is in this phase (R22); absent while it has not stopped. */
    public @Nullable RunOutcome outcome() {
        return outcome;
    }

    /** How far a stage is on its way. */
    private enum Course {
        Ahead,
        Active,
        GoingBack,
        Passed,
        Stopped
    }

    /** What becomes of what the run brought there. */
    private enum Content {
        Untouched,
        Kept,
        LeftAsItIs,
        PutBack
    }
}
