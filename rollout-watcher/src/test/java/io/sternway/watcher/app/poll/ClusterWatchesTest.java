package io.sternway.watcher.app.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.FakeClusters;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.PollIntervals;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClusterWatchesTest {

    private static final ResourceKind DEPLOYMENT = new ResourceKind("apps/v1", "Deployment", "deployments");
    private static final ResourceKind CONFIG_MAP = new ResourceKind("v1", "ConfigMap", "configmaps");

    @Test
    @Tag("H2")
    @DisplayName(
            "H2 kinds that change by themselves are followed while something goes on, and Pods of what is not ready")
    void whatGoesOnIsFollowed() {
        FakeClusters clusters = new FakeClusters();
        clusters.add(DEPLOYMENT, "a", Map.of("observedGeneration", 0, "replicas", 1));
        WatchedTarget target = new WatchedTarget(
                "shop",
                "one",
                "eu-1",
                1,
                List.of(object(DEPLOYMENT, "a"), object(CONFIG_MAP, "c")),
                new PollIntervals(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(5)));
        ClusterObservation look = new ObserveCluster(clusters, new Readiness(Duration.ZERO), Runnable::run)
                .look("eu-1", List.of(target), new ObserveCluster.Before(Map.of(), false, false), any -> Duration.ZERO);
        ClusterWatches watches = new ClusterWatches("eu-1", clusters);

        watches.follow(look, List.of(target), true, change -> {});
        assertEquals(Set.of("deployments", "pods in shop"), Set.copyOf(clusters.watched));

        watches.follow(look, List.of(target), false, change -> {});
        assertEquals(List.of(), clusters.watched);
    }

    private static WatchedObject object(ResourceKind kind, String name) {
        return new WatchedObject(kind, "shop", name, "uid-" + name, 0, "1");
    }
}
