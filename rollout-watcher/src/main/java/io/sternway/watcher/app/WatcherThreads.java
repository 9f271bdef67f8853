package io.sternway.watcher.app;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of all looks: few, however many clusters there are. */
public final class WatcherThreads implements AutoCloseable {

    private final ScheduledExecutorService timer;
    private final ThreadPoolExecutor looks;
    private final ThreadPoolExecutor suspects;

    /**
     * @param looks how many clusters are looked at at the same time
     * @param suspects how many more that did not answer last time, or were slow
     */
    public WatcherThreads(int looks, int suspects) {
        this.timer = Executors.newSingleThreadScheduledExecutor(named("rounds"));
        this.looks = pool(looks, "look");
        this.suspects = pool(suspects, "suspect");
    }

    Rounds.Threads rounds() {
        return new Rounds.Threads(timer, looks, suspects);
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
        for (ExecutorService each : new ExecutorService[] {timer, looks, suspects}) {
            each.shutdownNow();
        }
    }

    private static ThreadPoolExecutor pool(int size, String name) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
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
