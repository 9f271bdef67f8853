package io.sternway.promotion.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** Settings of promotion-service: {@code sternway.promotion.*}. */
@ConfigMapping(prefix = "sternway.promotion")
public interface PromotionConfig {

    /** What watcher and evaluator are told with each dispatch; fixed from then on (H1 and H9). */
    Health health();

    /** How much is done in one transaction. */
    Batch batch();

    /** How long things are kept. */
    Retention retention();

    /** The worker that acts on what is due (A7). */
    Timer timer();

    /** Proof that everything was read before a deadline acts (A8). */
    CatchUp catchUp();

    /** Intervals of looking at a target. */
    interface Health {
        /** How often the watcher looks while a target is not current, and for active-for after its apply. */
        @WithDefault("2s")
        Duration activeInterval();

        /** How often the watcher looks otherwise. */
        @WithDefault("30s")
        Duration steadyInterval();

        /** How long after the apply the active interval holds. */
        @WithDefault("5m")
        Duration activeFor();

        /** At most one evaluation in this time counts for maxConsecutiveFailures. */
        @WithDefault("2s")
        Duration checkInterval();
    }

    /** Proof that everything was read. */
    interface CatchUp {
        /** How often to look how far they are. */
        @WithDefault("50ms")
        Duration look();
    }

    /** Sizes of batches. */
    interface Batch {
        /** Most promotions that one pass of the timer takes. */
        @WithDefault("16")
        @Min(1)
        @Max(1000)
        int due();

        /** Most promotions that one statement marks as due after a new inventory. */
        @WithDefault("500")
        @Min(1)
        @Max(100_000)
        int fanOut();
    }

    /** How long things are kept. */
    interface Retention {
        /** Audit records for REST; Kafka's own retention does not touch them. */
        @WithDefault("3650d")
        Duration audit();

        /** Answers to requests: a repetition within this time is recognised (R1). */
        @WithDefault("90d")
        Duration requests();

        /** How often what is older is removed. */
        @WithDefault("1h")
        Duration every();
    }

    /** Timing of the worker. */
    interface Timer {
        /** The longest sleep, as a safety net should a notification be lost. */
        @WithDefault("5s")
        Duration longestSleep();

        /** First wait of a promotion whose decision threw; doubles with each further time. */
        @WithDefault("5s")
        Duration parkedFor();

        /** Longest wait of such a promotion. */
        @WithDefault("5m")
        Duration parkedAtMost();
    }
}
