package io.sternway.executor.domain.content;

/** Whether a Job runs (K6): once for each (target, revision), and not again in a rollback unless it asks for it. */
public final class JobRule {

    private JobRule() {}

    /** What is done with a Job of the snapshot. */
    public enum Step {
        /** As any object: created when absent, left alone when it is the same. */
        APPLY,
        /** Deleted and created: it runs. */
        REPLACE,
        /** Deleted and not created: it would run again. */
        DELETE,
        /** Left out: it ran already, and is gone. */
        LEAVE_OUT
    }

    /** What lives on the cluster in the Job's place. */
    public enum Live {
        ABSENT,
        /** The API server takes the snapshot's Job as a change, or as no change. */
        COMPATIBLE,
        /** It refuses the change: the Job's template is immutable. */
        DIFFERENT
    }

    /**
     * Decides.
     *
     * @param rollback whether the snapshot is put back
     * @param rerun whether it is annotated {@code sternway.io/rerun: Always}
     * @param ran whether this target's inventory says that it was created for this revision already
     * @param live what is there now
     */
    public static Step decide(boolean rollback, boolean rerun, boolean ran, Live live) {
        if (rollback && !rerun) {
            return switch (live) {
                case ABSENT -> Step.LEAVE_OUT;
                case COMPATIBLE -> Step.APPLY;
                case DIFFERENT -> Step.DELETE;
            };
        }
        if (ran) {
            return switch (live) {
                case ABSENT -> Step.LEAVE_OUT;
                case COMPATIBLE -> Step.APPLY;
                case DIFFERENT -> Step.REPLACE;
            };
        }
        return switch (live) {
            case ABSENT -> Step.APPLY;
            case COMPATIBLE -> rerun ? Step.REPLACE : Step.APPLY;
            case DIFFERENT -> Step.REPLACE;
        };
    }
}
