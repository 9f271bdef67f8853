package io.sternway.promotion.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sternway.promotion.app.DecisionMetrics;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Metrics of decisions, under {@code sternway.promotion.*}. */
@ApplicationScoped
public class MicrometerDecisions implements DecisionMetrics {

    private final Counter decisions;
    private final Counter facts;
    private final Counter effects;
    private final Counter parked;
    private final Timer lag;

    MicrometerDecisions(MeterRegistry meters) {
        decisions = meters.counter("sternway.promotion.decisions");
        facts = meters.counter("sternway.promotion.facts");
        effects = meters.counter("sternway.promotion.effects");
        parked = meters.counter("sternway.promotion.parked");
        lag = meters.timer("sternway.promotion.due.lag");
    }

    @Override
    public void decided(int factCount, int effectCount) {
        decisions.increment();
        facts.increment(factCount);
        effects.increment(effectCount);
    }

    @Override
    public void late(Duration behind) {
        lag.record(behind);
    }

    @Override
    public void parked() {
        parked.increment();
    }
}
