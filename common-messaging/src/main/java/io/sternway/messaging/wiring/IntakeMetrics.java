package io.sternway.messaging.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sternway.messaging.intake.IntakeObserver;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What an intake meets as metrics. */
final class IntakeMetrics implements IntakeObserver {

    private final MeterRegistry meters;
    private final Tags channel;
    private final AtomicLong lag;

    IntakeMetrics(MeterRegistry meters, String channel) {
        this.meters = meters;
        this.channel = Tags.of("channel", channel);
        this.lag = meters.gauge("sternway.intake.lag", this.channel, new AtomicLong());
    }

    @Override
    public void taken(int records, Duration duration) {
        meters.counter("sternway.intake.records", channel).increment(records);
        meters.timer("sternway.intake.duration", channel).record(duration);
    }

    @Override
    public void repeated(int messages) {
        meters.counter("sternway.intake.repeated", channel).increment(messages);
    }

    @Override
    public void unknownType(String type) {
        meters.counter("sternway.intake.unknown.types", channel).increment();
    }

    @Override
    public void deadLettered(String topic, String reason) {
        meters.counter("sternway.dead.letters", Tags.of("topic", topic, "reason", reason))
                .increment();
    }

    @Override
    public void lag(long records) {
        lag.set(records);
    }

    @Override
    public void retried() {
        meters.counter("sternway.intake.retries", channel).increment();
    }
}
