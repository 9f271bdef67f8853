package io.sternway.watcher.app.poll;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of all looks: few, however many clusters there are. The queue of looks is bounded by the clusters, since
 * each has one look at a time.
 */
public final class PollThreads implements AutoCloseable {

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor looks;
    private final ThreadPoolExecutor suspects;
    private final ThreadPoolExecutor calls;
    private volatile long tickedAt = System.nanoTime();
    private volatile long lookedAt = System.nanoTime();

    /**
     * @param looks how many clusters are looked at at the same time
     * @param suspects how many more that did not answer last time, or were slow
     */
    public PollThreads(int looks, int suspects) {
        this.timer = new ScheduledThreadPoolExecutor(1, named("rounds"));
        timer.setRemoveOnCancelPolicy(true);
        this.looks = pool(looks, "look");
        this.suspects = pool(suspects, "suspect");
        // Where no thread is free, a look makes its calls itself, one after the other.
        this.calls = new ThreadPoolExecutor(
                0,
                2 * looks,
                30,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                named("call"),
                new ThreadPoolExecutor.CallerRunsPolicy());
        ScheduledFuture<?> unused =
                timer.scheduleWithFixedDelay(() -> tickedAt = System.nanoTime(), 0, 1, TimeUnit.SECONDS);
    }

    /**
     * Whether the timer ticks, and looks that wait get their turn.
     *
     * @param still how long nothing may happen
     */
    public boolean isAlive(Duration still) {
        long now = System.nanoTime();
        boolean looking = looks.getQueue().isEmpty() || now - lookedAt < still.toNanos();
        return looking && now - tickedAt < still.toNanos();
    }

    /** Makes a look as soon as a thread is free; one that may take long apart from the others. */
    void look(Runnable look, boolean suspect) {
        (suspect ? suspects : looks).execute(look);
    }

    /** How many clusters are looked at now, those apart not counted. */
    int looking() {
        return looks.getActiveCount();
    }

    /** For calls that a look makes at the same time. */
    public Executor calls() {
        return calls;
    }

    /** For short tasks. */
    public ScheduledExecutorService timer() {
        return timer;
    }

    /** Looks that wait for a thread. */
    public int waiting() {
        return looks.getQueue().size() + suspects.getQueue().size();
    }

    @Override
    public void close() {
        for (ExecutorService each : new ExecutorService[] {timer, looks, suspects, calls}) {
            each.shutdownNow();
        }
    }

    private ThreadPoolExecutor pool(int size, String name) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name)) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable look) {
                        lookedAt = System.nanoTime();
                    }
                };
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
