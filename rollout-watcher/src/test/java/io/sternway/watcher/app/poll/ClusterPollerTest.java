package io.sternway.watcher.app.poll;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.watcher.app.observe.ClusterReads.Change;
import io.sternway.watcher.app.observe.FakeClusters;
import io.sternway.watcher.app.observe.ObserveCluster;
import io.sternway.watcher.app.report.Observations;
import io.sternway.watcher.app.report.PartitionOwnership;
import io.sternway.watcher.domain.readiness.Readiness;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterPollerTest {

    private static final Duration LEAST = Duration.ofMillis(25);
    private static final Duration LONG = Duration.ofHours(1);
    private static final PollSettings PATIENT =
            new PollSettings(LONG.multipliedBy(9), LONG, Duration.ZERO, LONG, Duration.ZERO, LONG);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FakeClusters clusters = new FakeClusters();
    private final PollThreads threads = new PollThreads(1, 1);
    private final AtomicInteger looked = new AtomicInteger();

    @AfterEach
    void stop() {
        threads.close();
    }

    @Test
    void aChangeWaitsUntilTheClusterWasLeftAloneAndAFailureDoesNot() {
        ClusterPoller poller = poller(polled(new PolledClusterTest.Reports()));
        poller.start(true);
        await().untilAsserted(() -> assertTrue(nextIsDueIn().compareTo(LONG) > 0));

        poller.wake(Change.Other);
        assertTrue(nextIsDueIn().compareTo(LONG) <= 0);
        assertEquals(1, looked.get());
        poller.wake(Change.Failure);
        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void whatFailsWhileItIsLookedAtIsLookedAtAgainAtOnce() {
        ClusterPoller poller = poller(polled(new PolledClusterTest.Reports()));
        CountDownLatch busy = new CountDownLatch(1);
        threads.look(() -> uninterruptibly(busy), false);
        poller.start(true);
        await().untilAsserted(() -> assertEquals(1, threads.waiting()));

        poller.wake(Change.Failure);
        busy.countDown();

        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void aLookThatWaitsForReportsBeginsWhenTheyAreStored() {
        PolledClusterTest.Reports reports = new PolledClusterTest.Reports();
        reports.held = new CompletableFuture<>();
        PolledCluster polled = polled(reports);
        ClusterPoller poller = poller(polled);
        poller.start(true);
        await().untilAsserted(() -> assertTrue(nextIsDueIn().compareTo(LONG) > 0));
        poller.wake(Change.Failure);
        await().untilAsserted(() -> assertEquals(1, polled.reports().getNumberOfDependents()));
        assertEquals(1, looked.get());

        reports.held.complete(1L);

        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void looksOutOfTurnAreASecondApart() {
        AtomicLong now = new AtomicLong();
        OncePerSecond failureLooks = new OncePerSecond(now::get);

        assertTrue(failureLooks.tryAcquire());
        now.addAndGet(SECOND - 1);
        assertFalse(failureLooks.tryAcquire());
        now.addAndGet(1);
        assertTrue(failureLooks.tryAcquire());
    }

    private PolledCluster polled(Observations reports) {
        return new PolledCluster(
                "eu-1",
                new PartitionOwnership(7, 100),
                new ObserveCluster(clusters, new Readiness(Duration.ZERO), Runnable::run),
                reports,
                PATIENT);
    }

    private ClusterPoller poller(PolledCluster polled) {
        return new ClusterPoller(
                polled,
                new ClusterWatches("eu-1", clusters),
                threads,
                PATIENT,
                (look, took) -> looked.incrementAndGet());
    }

    /** Zero while no look is waited for; what comes each second is the threads' own tick. */
    private Duration nextIsDueIn() {
        return ((ScheduledThreadPoolExecutor) threads.timer())
                .getQueue().stream()
                        .map(task -> Duration.ofNanos(((Delayed) task).getDelay(TimeUnit.NANOSECONDS)))
                        .filter(delay -> delay.toSeconds() > 1)
                        .findFirst()
                        .orElse(Duration.ZERO);
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aQuickLookIsFollowedByAnotherAfterTheLeastGap() {
        assertEquals(LEAST, ClusterPoller.gap(Duration.ofMillis(3), 4, LEAST));
    }

    @Test
    void aClusterAloneIsLeftAloneAsLongAsItWasLookedAt() {
        assertEquals(Duration.ofMillis(80), ClusterPoller.gap(Duration.ofMillis(80), 1, LEAST));
        assertEquals(Duration.ofMillis(80), ClusterPoller.gap(Duration.ofMillis(80), 0, LEAST));
    }

    @Test
    void amongManyItIsLeftAloneFourTimesAsLong() {
        assertEquals(Duration.ofMillis(240), ClusterPoller.gap(Duration.ofMillis(80), 3, LEAST));
        assertEquals(Duration.ofMillis(320), ClusterPoller.gap(Duration.ofMillis(80), 32, LEAST));
    }
}
