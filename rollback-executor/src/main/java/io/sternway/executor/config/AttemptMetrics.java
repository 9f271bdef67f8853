package io.sternway.executor.config;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sternway.executor.app.WorkObserver;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.executor.domain.target.Target;
import io.sternway.executor.domain.target.TargetKey;
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
    public void attempted(Target target, Attempt attempt, Duration took) {
        String result = attempt.getClass().getSimpleName();
        String reason = "";
        if (attempt instanceof Attempt.Again again) {
            reason = again.reason();
        } else if (attempt instanceof Attempt.Refused refused) {
            reason = refused.reason();
        } else if (attempt instanceof Attempt.Stopped stopped) {
            reason = stopped.reason();
        }
        Timer.builder("sternway.executor.attempts")
                .description("attempts on targets, by work and result")
                .tag("work", target.work().name())
                .tag("purpose", target.assignment().purpose().name())
                .tag("result", result)
                .tag("reason", reason)
                .register(meters)
                .record(took);
        if (attempt instanceof Attempt.Again || attempt instanceof Attempt.Mended) {
            LOG.debugf(
                    "attempt: target=%s epoch=%d work=%s result=%s reason=%s millis=%d",
                    target.key(), target.epoch(), target.work(), result, reason, took.toMillis());
        } else {
            LOG.infof(
                    "attempt: target=%s epoch=%d revision=%d purpose=%s work=%s result=%s reason=%s millis=%d",
                    target.key(),
                    target.epoch(),
                    target.assignment().revision(),
                    target.assignment().purpose(),
                    target.work(),
                    result,
                    reason,
                    took.toMillis());
        }
    }
}
