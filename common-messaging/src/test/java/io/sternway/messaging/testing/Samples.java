package io.sternway.messaging.testing;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.vocabulary.Reachability;
import java.time.Instant;

/** Events to publish in tests. */
public final class Samples {

    private Samples() {}

    /** An event of the health topic, whose key is the cluster; its transition is the number. */
    public static Event<ClusterHealthChanged> clusterChanged(String cluster, long number) {
        return clusterChanged(cluster, number, "no answer");
    }

    /** The same with a message, which may be large. */
    public static Event<ClusterHealthChanged> clusterChanged(String cluster, long number, String message) {
        return new Event<>(
                cluster + "-" + number,
                Event.source("health-evaluator"),
                EventType.CLUSTER_HEALTH_CHANGED,
                cluster,
                Instant.parse("2026-01-01T00:00:00Z"),
                null,
                null,
                new ClusterHealthChanged(
                        cluster, number, Reachability.Healthy, Reachability.Unreachable, "ConnectFailed", message));
    }
}
