package io.sternway.clusters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelCallsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ParallelCalls calls = new ParallelCalls(threads, 4);

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
        Executor counting = call -> {
            waiting.add(call);
            most.accumulateAndGet(waiting.size(), Math::max);
        };
        List<Supplier<Integer>> twenty = IntStream.range(0, 20)
                .<Supplier<Integer>>mapToObj(i -> () -> {
                    for (Runnable call = waiting.poll(); call != null; call = waiting.poll()) {
                        call.run();
                    }
                    return i;
                })
                .toList();

        assertEquals(IntStream.range(0, 20).boxed().toList(), new ParallelCalls(counting, 4).all(twenty));
        assertEquals(3, most.get(), "threads besides the caller's");
    }

    @Test
    void afterAFailureNoneIsBegun() {
        ClusterException failure = new ClusterException(ClusterFailure.ofStatus(503, "no"));
        AtomicInteger later = new AtomicInteger();
        List<Supplier<Integer>> four =
                List.of(() -> 1, () -> fail(failure), later::incrementAndGet, later::incrementAndGet);

        ParallelCalls oneByOne = new ParallelCalls(threads, 1);
        assertSame(failure, assertThrows(ClusterException.class, () -> oneByOne.all(four)));
        assertEquals(0, later.get());
    }

    @Test
    void ofSeveralFailuresTheFirstIsToldAndTellsTheOthers() {
        ClusterException first = new ClusterException(ClusterFailure.ofStatus(503, "first"));
        IllegalStateException second = new IllegalStateException("second");
        CountDownLatch onTheirWay = new CountDownLatch(2);
        List<RuntimeException> failures = List.of(first, second);
        ClusterException told = assertThrows(
                ClusterException.class,
                () -> calls.each(failures, failure -> {
                    onTheirWay.countDown();
                    await(onTheirWay);
                    throw failure;
                }));

        assertSame(first, told);
        assertArrayEquals(new Throwable[] {second}, first.getSuppressed());
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
