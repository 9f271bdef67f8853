package io.sternway.watcher.app.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelCallsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ParallelCalls calls = new ParallelCalls(threads);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void fourCallsAreOnTheirWayAtTheSameTime() {
        CountDownLatch onTheirWay = new CountDownLatch(4);
        List<Supplier<Boolean>> four = IntStream.range(0, 4)
                .<Supplier<Boolean>>mapToObj(i -> () -> {
                    onTheirWay.countDown();
                    return await(onTheirWay);
                })
                .toList();

        assertEquals(List.of(true, true, true, true), calls.all(four));
    }

    @Test
    void neverMoreThanFour() {
        Deque<Runnable> waiting = new ArrayDeque<>();
        AtomicInteger most = new AtomicInteger();
        ParallelCalls counted = new ParallelCalls(call -> {
            waiting.add(call);
            most.accumulateAndGet(waiting.size(), Math::max);
        });
        List<Supplier<Integer>> twenty = IntStream.range(0, 20)
                .<Supplier<Integer>>mapToObj(i -> () -> {
                    for (Runnable call = waiting.poll(); call != null; call = waiting.poll()) {
                        call.run();
                    }
                    return i;
                })
                .toList();

        assertEquals(IntStream.range(0, 20).boxed().toList(), counted.all(twenty));
        assertEquals(3, most.get(), "calls besides the one that the look makes itself");
    }

    @Test
    void theFirstFailureIsToldAndNoFurtherFourAreMade() {
        ClusterException first = new ClusterException(ClusterFailure.ofStatus(503, "first"));
        ClusterException second = new ClusterException(ClusterFailure.ofStatus(503, "second"));
        AtomicInteger later = new AtomicInteger();
        List<Supplier<Integer>> eight = Stream.concat(
                        Stream.<Supplier<Integer>>of(() -> 1, () -> fail(first), () -> fail(second), () -> 4),
                        Stream.generate(() -> (Supplier<Integer>) later::incrementAndGet)
                                .limit(4))
                .toList();

        assertSame(first, assertThrows(ClusterException.class, () -> calls.all(eight)));
        assertEquals(0, later.get());
    }

    @Test
    void nothingIsAskedForNothing() {
        assertEquals(List.of(), calls.all(List.of()));
    }

    private static int fail(ClusterException failure) {
        throw failure;
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
