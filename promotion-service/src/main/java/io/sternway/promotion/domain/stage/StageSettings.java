package io.sternway.promotion.domain.stage;

import io.sternway.promotion.domain.fleet.Selector;
import io.sternway.promotion.domain.rollout.RolloutStrategy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of the document. A run keeps those with which it entered the stage (R3).
 *
 * @param name unique in the promotion
 * @param selector which clusters
 * @param emptyStage what to do when no cluster matches (R6)
 * @param rollout in which waves, how many failures are tolerated, how long it may take
 * @param failure what is a failure, and what follows from it
 * @param monitorFor how long failures are acted on after success; zero: not at all (R22)
 * @param delay how long to wait after every target has soaked, before the stage is left; zero: not at all
 * @param apply how objects are applied; passed on to the executor
 */
public record StageSettings(
        String name,
        Selector selector,
        EmptyStage emptyStage,
        RolloutStrategy rollout,
        FailurePolicy failure,
        MonitorFor monitorFor,
        Duration delay,
        ApplySettings apply) {

    /** What to do with a stage without clusters. */
    public enum EmptyStage {
        Block,
        Skip
    }

    /** What follows when a stage fails. */
    public enum OnFailure {
        Halt,
        Rollback,
        Continue
    }

    /** What follows when all failures are clusters that never answered. */
    public enum OnNoEvidence {
        Halt,
        Rollback
    }

    /**
     * What is a failure, and what follows.
     *
     * @param failureThreshold how long a target must keep failing; absent: not by time
     * @param maxConsecutiveFailures or how many evaluations in a row; absent: not by count
     * @param onFailure what follows
     * @param onNoEvidence what follows when every failure is NoEvidence (R8)
     */
    public record FailurePolicy(
            @Nullable Duration failureThreshold,
            @Nullable Integer maxConsecutiveFailures,
            OnFailure onFailure,
            OnNoEvidence onNoEvidence) {}

    /**
     * How long a stage is watched after success.
     *
     * @param always for ever; {@code duration} is then without meaning
     * @param duration how long
     */
    public record MonitorFor(boolean always, Duration duration) {

        public static final MonitorFor OFF = new MonitorFor(false, Duration.ZERO);
        public static final MonitorFor ALWAYS = new MonitorFor(true, Duration.ZERO);

        public static MonitorFor of(Duration duration) {
            return new MonitorFor(false, duration);
        }
    }

    /**
     * How objects are applied (delivery.md, K4, K6).
     *
     * @param conflicts what to do with fields that another manager owns
     * @param adoptFrom managers whose entries are taken over at the first apply
     * @param helmHooks what to do with Helm hooks
     */
    public record ApplySettings(Conflicts conflicts, List<String> adoptFrom, HelmHooks helmHooks) {
        public ApplySettings {
            adoptFrom = List.copyOf(adoptFrom);
        }

        /** K4. */
        public enum Conflicts {
            Fail,
            Force
        }

        /** K6. */
        public enum HelmHooks {
            Refuse,
            Ignore
        }
    }
}
