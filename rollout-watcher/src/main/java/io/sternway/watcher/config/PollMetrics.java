package io.sternway.watcher.config;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sternway.watcher.app.observe.ClusterObservation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** Measures looks, and says once when a cluster is not reached any more and when it is again. */
final class PollMetrics {

    private static final Logger LOG = Logger.getLogger(PollMetrics.class);

    private final MeterRegistry meters;
    private final Map<String, String> states = new ConcurrentHashMap<>();

    PollMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void looked(ClusterObservation look, Duration took) {
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
            LOG.warnf(
                    "a cluster is not reached: cluster=%s reason=%s message=%s",
                    look.cluster(), outcome, look.failure().message());
        } else {
            LOG.infof("a cluster is reached: cluster=%s", look.cluster());
        }
    }
}
