package io.sternway.watcher.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.Pace;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClusterWatchTest {

    private static final ResourceKind CONFIG_MAP = new ResourceKind("v1", "ConfigMap", "configmaps");
    private static final ResourceKind SERVICE = new ResourceKind("v1", "Service", "services");
    private static final Duration ACTIVE = Duration.ofSeconds(2);
    private static final Duration STEADY = Duration.ofSeconds(30);
    private static final WatcherSettings SETTINGS = new WatcherSettings(
            STEADY, Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(3));

    private final FakeClusters clusters = new FakeClusters();
    private final Reports reports = new Reports();
    private final PartitionTerm term = new PartitionTerm(7, 100);
    private final ClusterWatch watch = new ClusterWatch(
            "eu-1", term, new LookAtCluster(clusters, new Readiness(Duration.ZERO), Runnable::run), reports, SETTINGS);

    @Test
    @Tag("H5")
    @DisplayName("H5 a target is reported when something changed, its cluster at the end of each look, in one sequence")
    void onlyChangesAreReported() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));

        watch.look();
        watch.look();
        hold(target("checkout", 2));
        watch.look();

        assertEquals(
                List.of(
                        "100/1 checkout@1 Current",
                        "100/2 eu-1 reached [checkout@1]",
                        "100/3 eu-1 reached [checkout@1]",
                        "100/4 checkout@2 Current",
                        "100/5 eu-1 reached [checkout@2]"),
                reports.sent);
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 a target whose report is not stored is not said to be seen, and is reported again; others go on")
    void whatIsNotStoredIsReportedAgain() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        hold(target("search", 1));
        reports.refused = "checkout@1";

        watch.look();
        reports.refused = "";
        watch.look();

        assertEquals(
                List.of(
                        "100/1 checkout@1 Current",
                        "100/2 search@1 Current",
                        "100/3 eu-1 reached [search@1]",
                        "100/4 checkout@1 Current",
                        "100/5 eu-1 reached [checkout@1, search@1]"),
                reports.sent);
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 while reports are on their way there is no further look: nothing piles up")
    void noLookWhileReportsAreOnTheirWay() {
        reports.held = new CompletableFuture<>();
        watch.look();
        assertFalse(watch.reports().isDone());

        reports.held.complete(1L);
        assertTrue(watch.reports().isDone());
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 a partition that is lost is left at once: what was seen under it is not reported")
    void nothingIsReportedAfterTheLoss() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        term.lose();

        watch.look();

        assertEquals(List.of(), reports.sent);
    }

    @Test
    @Tag("H4")
    @DisplayName(
            "H4 a cluster that is away is reported once as Unknown for each target, and at each look as not reached")
    void anAbsentClusterIsUnknownOnce() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        watch.look();
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "1st", null, true));
        watch.look();
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "2nd", null, true));
        watch.look();

        assertEquals(
                List.of("100/3 checkout@1 Unknown", "100/4 eu-1 Unreachable []", "100/5 eu-1 Unreachable []"),
                reports.sent.subList(2, reports.sent.size()));
        assertTrue(watch.suspect());
    }

    @Test
    @Tag("H4")
    @DisplayName("H4 all kinds are asked for at once only where the look before was answered")
    void aClusterThatIsAwayIsAskedOnce() {
        hold(target("checkout", 1, CONFIG_MAP, SERVICE));
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "away", null, true));
        assertEquals(1, callsOfALook());
        assertEquals(1, callsOfALook());

        clusters.failures.clear();
        watch.look();
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "away", null, true));
        assertEquals(2, callsOfALook());
        assertEquals(1, callsOfALook());
    }

    private int callsOfALook() {
        clusters.asked.clear();
        watch.look();
        return clusters.asked.size();
    }

    @Test
    @Tag("H1")
    @DisplayName(
            "H1 the interval is the shortest that a target needs; a failing cluster is left alone for longer, or as"
                    + " long as it asks")
    void intervals() {
        assertEquals(STEADY, watch.look().interval());

        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        assertEquals(ACTIVE, watch.look().interval());

        clusters.failures.put("all", ClusterFailure.ofStatus(503, "no"));
        assertEquals(ACTIVE, watch.look().interval());
        assertEquals(ACTIVE.multipliedBy(2), watch.look().interval());
        for (int i = 0; i < 10; i++) {
            watch.look();
        }
        assertEquals(ACTIVE.multipliedBy(5), watch.look().interval());

        clusters.failures.put("all", ClusterFailure.ofStatus(429, "no").withRetryAfter(Duration.ofSeconds(45)));
        assertEquals(Duration.ofSeconds(45), watch.look().interval());
        clusters.failures.clear();
        assertEquals(ACTIVE, watch.look().interval());
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 the first look under an ownership is consistent, then those not older than what was seen")
    void theFirstLookIsConsistent() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        watch.look();
        watch.look();

        assertEquals(List.of("LIST configmaps", "LIST configmaps from 70"), clusters.asked);
    }

    private void hold(WatchedTarget target) {
        watch.put(target, System.nanoTime());
    }

    private static WatchedTarget target(String name, long epoch) {
        return target(name, epoch, CONFIG_MAP);
    }

    private static WatchedTarget target(String name, long epoch, ResourceKind... kinds) {
        List<WatchedObject> objects = Arrays.stream(kinds)
                .map(kind -> new WatchedObject(kind, "shop", "c", "uid-c", 0, "5"))
                .toList();
        return new WatchedTarget("shop", name, "eu-1", epoch, objects, new Pace(ACTIVE, STEADY, Duration.ofMinutes(5)));
    }

    /** Keeps what is reported as text. */
    static final class Reports implements Observations {

        private final List<String> sent = new ArrayList<>();
        private String refused = "";
        CompletableFuture<Long> held = CompletableFuture.completedFuture(1L);

        @Override
        public CompletableFuture<Claim> claim(int partition) {
            throw new UnsupportedOperationException("a partition is claimed before its clusters are looked at");
        }

        @Override
        public CompletableFuture<?> target(Stamp stamp, TargetLook look) {
            sent.add(at(stamp) + name(look) + " "
                    + look.objects().get(0).assessment().status());
            return name(look).equals(refused)
                    ? CompletableFuture.failedFuture(new IllegalStateException("too large"))
                    : held;
        }

        @Override
        public CompletableFuture<?> cluster(Stamp stamp, ClusterLook look, Duration interval, List<TargetLook> seen) {
            ClusterFailure failure = look.failure();
            sent.add(at(stamp) + look.cluster() + " " + (failure == null ? "reached" : failure.kind()) + " "
                    + seen.stream().map(Reports::name).toList());
            return held.orTimeout(10, TimeUnit.SECONDS);
        }

        private static String at(Stamp stamp) {
            return stamp.term() + "/" + stamp.counter() + " ";
        }

        private static String name(TargetLook look) {
            return look.target().promotion() + "@" + look.target().epoch();
        }
    }
}
