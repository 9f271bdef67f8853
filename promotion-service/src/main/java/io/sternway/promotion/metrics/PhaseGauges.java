package io.sternway.promotion.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.messaging.wiring.ServiceStart;
import io.sternway.promotion.app.PromotionReads;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** {@code sternway.promotion.phase}: how many promotions are in which phase, counted every ten seconds. */
@ApplicationScoped
public class PhaseGauges {

    private static final Logger LOG = Logger.getLogger(PhaseGauges.class);
    private static final long SECONDS = 10;

    private final MultiGauge gauge;
    private final PromotionReads reads;
    private final ServiceStart start;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "phase-gauges");
        thread.setDaemon(true);
        return thread;
    });

    private @Nullable ScheduledFuture<?> refreshing;

    PhaseGauges(MeterRegistry meters, PromotionReads reads, ServiceStart start) {
        this.gauge = MultiGauge.builder("sternway.promotion.phase")
                .description("Promotions by phase")
                .register(meters);
        this.reads = reads;
        this.start = start;
    }

    void start(@Observes StartupEvent event) {
        refreshing = executor.scheduleWithFixedDelay(this::refresh, 1, SECONDS, TimeUnit.SECONDS);
    }

    void stop(@Observes ShutdownEvent event) {
        if (refreshing != null) {
            refreshing.cancel(false);
        }
        executor.shutdownNow();
    }

    private void refresh() {
        if (!start.isStarted()) {
            return;
        }
        try {
            Map<String, Long> phases = QuarkusTransaction.requiringNew().call(reads::phases);
            List<MultiGauge.Row<?>> rows = phases.entrySet().stream()
                    .<MultiGauge.Row<?>>map(
                            entry -> MultiGauge.Row.of(Tags.of("phase", entry.getKey()), entry.getValue()))
                    .toList();
            gauge.register(rows, true);
        } catch (RuntimeException e) {
            LOG.debugf(e, "phases cannot be counted now");
        }
    }
}
