package io.sternway.executor.config;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads where the Java that runs us has them (21 and later), else a bounded pool. */
final class Threads {

    private Threads() {}

    static ExecutorService of(String name, int most) {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return pool(name, most);
        }
    }

    private static ExecutorService pool(String name, int most) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
