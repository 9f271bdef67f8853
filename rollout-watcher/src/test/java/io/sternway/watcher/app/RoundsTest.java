package io.sternway.watcher.app;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.watcher.app.ClusterReads.Change;
import io.sternway.watcher.domain.readiness.Readiness;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Duration LEAST = Duration.ofMillis(25);
    private static final Duration LONG = Duration.ofHours(1);
    private static final WatcherSettings PATIENT =
            new WatcherSettings(LONG.multipliedBy(9), LONG, Duration.ZERO, LONG, Duration.ZERO, LONG);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final ThreadPoolExecutor looks =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final AtomicInteger looked = new AtomicInteger();

    @AfterEach
    void stop() {
        timer.shutdownNow();
        looks.shutdownNow();
    }

    @Test
    void a_change_waits_until_the_cluster_was_left_alone_and_a_failure_does_not() {
        Rounds rounds = rounds(new ClusterWatchTest.Reports());
        rounds.start(true);
        await().untilAsserted(() -> assertTrue(nextIsDueIn().compareTo(LONG) > 0));

        rounds.wake(Change.OTHER);
        assertTrue(nextIsDueIn().compareTo(LONG) <= 0);
        assertEquals(1, looked.get());
        rounds.wake(Change.FAILURE);
        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void what_fails_while_it_is_looked_at_is_looked_at_again_at_once() {
        Rounds rounds = rounds(new ClusterWatchTest.Reports());
        CountDownLatch busy = new CountDownLatch(1);
        looks.execute(() -> uninterruptibly(busy));
        rounds.start(true);
        await().untilAsserted(() -> assertEquals(1, looks.getQueue().size()));

        rounds.wake(Change.FAILURE);
        busy.countDown();

        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void a_look_that_waits_for_reports_begins_when_they_are_stored() {
        ClusterWatchTest.Reports reports = new ClusterWatchTest.Reports();
        reports.held = new CompletableFuture<>();
        Rounds rounds = rounds(reports);
        rounds.start(true);
        await().untilAsserted(() -> assertTrue(nextIsDueIn().compareTo(LONG) > 0));
        rounds.wake(Change.FAILURE);
        await().untilAsserted(() -> assertTrue(timer.getQueue().isEmpty()));
        assertEquals(1, looked.get());

        reports.held.complete(1L);

        await().untilAsserted(() -> assertEquals(2, looked.get()));
    }

    @Test
    void looks_out_of_turn_are_a_second_apart() {
        AtomicLong now = new AtomicLong();
        OutOfTurn outOfTurn = new OutOfTurn(now::get);

        assertTrue(outOfTurn.take());
        now.addAndGet(SECOND - 1);
        assertFalse(outOfTurn.take());
        now.addAndGet(1);
        assertTrue(outOfTurn.take());
    }

    private Rounds rounds(Observations reports) {
        timer.setRemoveOnCancelPolicy(true);
        FakeClusters clusters = new FakeClusters();
        ClusterWatch watch = new ClusterWatch(
                "eu-1",
                new PartitionTerm(7, 100),
                new LookAtCluster(clusters, new Readiness(Duration.ZERO), Runnable::run),
                reports,
                PATIENT);
        return new Rounds(
                watch,
                new Signals("eu-1", clusters),
                new Rounds.Threads(timer, looks, looks, () -> 1),
                PATIENT,
                (look, took) -> looked.incrementAndGet());
    }

    /** Zero while no look is waited for. */
    private Duration nextIsDueIn() {
        Runnable next = timer.getQueue().peek();
        return next instanceof Delayed due ? Duration.ofNanos(due.getDelay(TimeUnit.NANOSECONDS)) : Duration.ZERO;
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_quick_look_is_followed_by_another_after_the_least_gap() {
        assertEquals(LEAST, Rounds.gap(Duration.ofMillis(3), 4, LEAST));
    }

    @Test
    void a_cluster_alone_is_left_alone_as_long_as_it_was_looked_at() {
        assertEquals(Duration.ofMillis(80), Rounds.gap(Duration.ofMillis(80), 1, LEAST));
        assertEquals(Duration.ofMillis(80), Rounds.gap(Duration.ofMillis(80), 0, LEAST));
    }

    @Test
    void among_many_it_is_left_alone_four_times_as_long() {
        assertEquals(Duration.ofMillis(240), Rounds.gap(Duration.ofMillis(80), 3, LEAST));
        assertEquals(Duration.ofMillis(320), Rounds.gap(Duration.ofMillis(80), 32, LEAST));
    }
}
