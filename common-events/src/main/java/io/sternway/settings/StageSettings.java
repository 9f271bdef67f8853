package io.sternway.settings;

import java.time.Duration;

/**
 * One stage of the document, defaults filled in. A run keeps those with which it entered the stage (R3).
 *
 * @param name a DNS label, unique in the promotion
 * @param selector which clusters belong to it
 * @param emptyStage what to do when no cluster matches (R6)
 * @param rollout in which waves, how many failures are tolerated, how long it may take
 * @param failure what is a failure, and what follows from it
 * @param monitorFor how long failures are acted on after success (R22)
 * @param delay how long to wait after every target has soaked, before the stage is left (R10); zero: not at all
 * @param apply how objects are applied
 */
public record StageSettings(
        String name,
        ClusterSelector selector,
        EmptyStage emptyStage,
        RolloutStrategy rollout,
        FailurePolicy failure,
        MonitorFor monitorFor,
        Duration delay,
        ApplyOptions apply) {

    /** What to do with a stage without clusters (R6). */
    public enum EmptyStage {
        /** The run waits there. */
        Block,
        /** The next stage starts. */
        Skip
    }

    /**
     * How long a stage is watched after success.
     *
     * @param always without end, that is until the next run; {@code duration} is then without meaning
     * @param duration how long otherwise; zero: not at all
     */
    public record MonitorFor(boolean always, Duration duration) {

        /** Not at all: what a stage has that gives nothing. */
        public static final MonitorFor OFF = new MonitorFor(false, Duration.ZERO);

        /** Without end. */
        public static final MonitorFor ALWAYS = new MonitorFor(true, Duration.ZERO);

        /** That long. */
        public static MonitorFor of(Duration duration) {
            return new MonitorFor(false, duration);
        }
    }
}
