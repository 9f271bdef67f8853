package io.sternway.watcher.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sternway.watcher.app.ClusterLook;
import io.sternway.watcher.app.WatchedFleet;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures looks, and says once when a cluster is not reached any more and when it is again. */
final class LookMetrics implements WatchedFleet.LookListener {

    private static final Logger LOG = LoggerFactory.getLogger(LookMetrics.class);

    private final MeterRegistry meters;
    private final Map<String, String> states = new ConcurrentHashMap<>();

    LookMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void looked(ClusterLook look, Duration took) {
        String outcome =
                look.failure() == null ? "Reached" : look.failure().kind().name();
        Timer.builder("sternway.watcher.look")
                .description("Looks at clusters")
                .tag("outcome", outcome)
                .register(meters)
                .record(took);
        String before = states.put(look.cluster(), outcome);
        if (outcome.equals(before)) {
            return;
        }
        if (look.failure() != null) {
            LOG.warn(
                    "cluster {} is not reached: {}: {}",
                    look.cluster(),
                    outcome,
                    look.failure().message());
        } else {
            LOG.info("cluster {} is reached", look.cluster());
        }
    }
}
