package io.sternway.executor.domain.content;

import java.util.Map;

/**
 * Whether a Job runs (K6): once for each (target, revision), and not again in a rollback unless it asks for it; and how long it
 * stays (H17).
 */
public final class JobRule {
    private static final String[] TTL = {"spec", "ttlSecondsAfterFinished"};
    /** In seconds. */
    private static final long LONG_ENOUGH_TO_BE_SEEN = 3600;

    private JobRule() {}

    /** What is done with a Job of the snapshot. */
    public enum Step {
        /** As any object: created when absent, left alone when it is the same. */
        Apply,
        /** Deleted and created: it runs. */
        Replace,
        /** Deleted and not created: it would run again. */
        Delete,
        /** Left out: it ran already, and is gone. */
        LeaveOut
    }

    /** What lives on the cluster in the Job's place. */
    public enum Live {
        Absent,
        /** The API server takes the snapshot's Job as a change, or as no change. */
        Compatible,
        /** It refuses the change: the Job's template is immutable. */
        Different
    }

    /** Whether it is a Job. */
    public static boolean isJob(ObjectName name) {
        return name.kind().equals("Job") && name.group().equals("batch");
    }

    /** Whether it asks to be gone before its end is sure to have been seen (H17). */
    public static boolean goesTooSoon(Map<String, Object> job) {
        return Fields.number(job, LONG_ENOUGH_TO_BE_SEEN, TTL) < LONG_ENOUGH_TO_BE_SEEN;
    }

    /** Lets it stay until then. */
    public static void letStay(Map<String, Object> job) {
        if (goesTooSoon(job)) {
            Fields.set(job, LONG_ENOUGH_TO_BE_SEEN, TTL);
        }
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
        boolean leftAlone = rollback && !rerun;
        boolean mayRun = !leftAlone && !ran;
        return switch (live) {
            case Absent -> mayRun ? Step.Apply : Step.LeaveOut;
            case Compatible -> mayRun && rerun ? Step.Replace : Step.Apply;
            case Different -> leftAlone ? Step.Delete : Step.Replace;
        };
    }
}
