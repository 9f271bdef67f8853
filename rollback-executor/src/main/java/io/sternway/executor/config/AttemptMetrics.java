package io.sternway.executor.config;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sternway.executor.app.WorkObserver;
import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Counts and times attempts, and says one line for each that changes something for people. */
final class AttemptMetrics implements WorkObserver {
    private static final Logger LOG = Logger.getLogger("io.sternway.executor.attempts");

    private final MeterRegistry meters;

    AttemptMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void setAside(TargetKey target, RuntimeException why) {
        Counter.builder("sternway.executor.targets.setaside")
                .description("targets that nobody works on any more, because that fails unexpectedly")
                .register(meters)
                .increment();
        LOG.errorf(why, "target is set aside, somebody must look at it: target=%s", target);
    }

    @Override
    public void attempted(Target target, AttemptResult attempt, Duration took) {
        String result = attempt.getClass().getSimpleName();
        Timer.builder("sternway.executor.attempts")
                .description("attempts on targets, by work and result")
                .tag("work", target.work().name())
                .tag("purpose", target.assignment().purpose().name())
                .tag("result", result)
                .tag("reason", attempt.why())
                .register(meters)
                .record(took);
        boolean often = attempt instanceof AttemptResult.RetryLater || attempt instanceof AttemptResult.Mended;
        LOG.logf(
                often ? Logger.Level.DEBUG : Logger.Level.INFO,
                "attempt: target=%s epoch=%d revision=%d purpose=%s work=%s result=%s reason=%s millis=%d",
                target.key(),
                target.epoch(),
                target.assignment().revision(),
                target.assignment().purpose(),
                target.work(),
                result,
                attempt.why(),
                took.toMillis());
    }
}
