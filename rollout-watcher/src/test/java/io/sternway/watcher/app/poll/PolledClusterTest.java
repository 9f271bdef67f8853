package io.sternway.watcher.app.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.FakeClusters;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.observe.TargetObservation;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionClaim;
import io.sternway.watcher.app.report.PartitionOwnership;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.PollIntervals;
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

class PolledClusterTest {

    private static final ResourceKind CONFIG_MAP = new ResourceKind("v1", "ConfigMap", "configmaps");
    private static final ResourceKind SERVICE = new ResourceKind("v1", "Service", "services");
    private static final Duration ACTIVE = Duration.ofSeconds(2);
    private static final Duration STEADY = Duration.ofSeconds(30);
    private static final PollSettings SETTINGS = new PollSettings(
            STEADY, Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(3));

    private final FakeClusters clusters = new FakeClusters();
    private final Reports reports = new Reports();
    private final PartitionOwnership ownership = new PartitionOwnership(7, 100);
    private int callsAtTheSameTime;
    private final PolledCluster polled = new PolledCluster(
            "eu-1",
            ownership,
            new ObserveCluster(clusters, new Readiness(Duration.ZERO), this::callAtTheSameTime),
            reports,
            SETTINGS);

    @Test
    @Tag("H5")
    @DisplayName("H5 a target is reported when something changed, its cluster at the end of each look, in one sequence")
    void onlyChangesAreReported() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));

        polled.look();
        polled.look();
        hold(target("checkout", 2));
        polled.look();

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

        polled.look();
        reports.refused = "";
        polled.look();

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
        polled.look();
        assertFalse(polled.reports().isDone());

        reports.held.complete(1L);
        assertTrue(polled.reports().isDone());
    }

    @Test
    @Tag("H5")
    @DisplayName("H5 a partition that is lost is left at once: what was seen under it is not reported")
    void nothingIsReportedAfterTheLoss() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        ownership.lose();

        polled.look();

        assertEquals(List.of(), reports.sent);
    }

    @Test
    @Tag("H4")
    @DisplayName(
            "H4 a cluster that is away is reported once as Unknown for each target, and at each look as not reached")
    void anAbsentClusterIsUnknownOnce() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        polled.look();
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "1st", null, true));
        polled.look();
        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "2nd", null, true));
        polled.look();

        assertEquals(
                List.of("100/3 checkout@1 Unknown", "100/4 eu-1 Unreachable []", "100/5 eu-1 Unreachable []"),
                reports.sent.subList(2, reports.sent.size()));
        assertTrue(polled.suspect());
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
        polled.look();
        assertEquals(0, callsAtTheSameTime);
        polled.look();
        assertEquals(1, callsAtTheSameTime);

        clusters.failures.put("all", new ClusterFailure(ClusterFailure.Kind.Unreachable, 0, "away", null, true));
        polled.look();
        assertEquals(2, callsAtTheSameTime);
        assertEquals(1, callsOfALook());
        assertEquals(2, callsAtTheSameTime);
    }

    private void callAtTheSameTime(Runnable call) {
        callsAtTheSameTime++;
        call.run();
    }

    private int callsOfALook() {
        clusters.asked.clear();
        polled.look();
        return clusters.asked.size();
    }

    @Test
    @Tag("H1")
    @DisplayName(
            "H1 the interval is the shortest that a target needs; a failing cluster is left alone for longer, or as"
                    + " long as it asks")
    void intervals() {
        assertEquals(STEADY, polled.look().interval());

        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        assertEquals(ACTIVE, polled.look().interval());

        clusters.failures.put("all", ClusterFailure.ofStatus(503, "no"));
        assertEquals(ACTIVE, polled.look().interval());
        assertEquals(ACTIVE.multipliedBy(2), polled.look().interval());
        for (int i = 0; i < 10; i++) {
            polled.look();
        }
        assertEquals(ACTIVE.multipliedBy(5), polled.look().interval());

        clusters.failures.put("all", ClusterFailure.ofStatus(429, "no").withRetryAfter(Duration.ofSeconds(45)));
        assertEquals(Duration.ofSeconds(45), polled.look().interval());
        clusters.failures.clear();
        assertEquals(ACTIVE, polled.look().interval());
    }

    @Test
    @Tag("H2")
    @DisplayName("H2 the first look under an ownership is consistent, then those not older than what was seen")
    void theFirstLookIsConsistent() {
        clusters.add(CONFIG_MAP, "c", Map.of());
        hold(target("checkout", 1));
        polled.look();
        polled.look();

        assertEquals(List.of("LIST configmaps", "LIST configmaps from 70"), clusters.asked);
    }

    private void hold(WatchedTarget target) {
        polled.put(target, System.nanoTime());
    }

    private static WatchedTarget target(String name, long epoch) {
        return target(name, epoch, CONFIG_MAP);
    }

    private static WatchedTarget target(String name, long epoch, ResourceKind... kinds) {
        List<WatchedObject> objects = Arrays.stream(kinds)
                .map(kind -> new WatchedObject(kind, "shop", "c", "uid-c", 0, "5"))
                .toList();
        return new WatchedTarget(
                "shop", name, "eu-1", epoch, objects, new PollIntervals(ACTIVE, STEADY, Duration.ofMinutes(5)));
    }

    /** Keeps what is reported as text. */
    static final class Reports implements Observations {

        private final List<String> sent = new ArrayList<>();
        private String refused = "";
        CompletableFuture<Long> held = CompletableFuture.completedFuture(1L);

        @Override
        public CompletableFuture<PartitionClaim> claim(int partition) {
            throw new UnsupportedOperationException("a partition is claimed before its clusters are looked at");
        }

        @Override
        public CompletableFuture<?> target(Stamp stamp, TargetObservation look) {
            sent.add(at(stamp) + name(look) + " "
                    + look.objects().get(0).assessment().status());
            return name(look).equals(refused)
                    ? CompletableFuture.failedFuture(new IllegalStateException("too large"))
                    : held;
        }

        @Override
        public CompletableFuture<?> cluster(
                Stamp stamp, ClusterObservation look, Duration interval, List<TargetObservation> seen) {
            ClusterFailure failure = look.failure();
            sent.add(at(stamp) + look.cluster() + " " + (failure == null ? "reached" : failure.kind()) + " "
                    + seen.stream().map(Reports::name).toList());
            return held.orTimeout(10, TimeUnit.SECONDS);
        }

        private static String at(Stamp stamp) {
            return stamp.term() + "/" + stamp.counter() + " ";
        }

        private static String name(TargetObservation look) {
            return look.target().promotion() + "@" + look.target().epoch();
        }
    }
}
