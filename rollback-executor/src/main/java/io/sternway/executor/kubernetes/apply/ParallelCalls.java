package io.sternway.executor.kubernetes.apply;

import io.sternway.executor.app.AttemptEnded;
import io.sternway.vocabulary.DeploymentReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Does independent calls to one cluster side by side, a few at a time: beyond some eight, an API server only gets slower.
 */
public final class ParallelCalls {
    private final Executor threads;
    private final int width;

    public ParallelCalls(Executor threads, int width) {
        this.threads = threads;
        this.width = width;
    }

    /**
     * Does the work for each item and waits for all that were begun. When one has ended the attempt, none is begun any more.
     *
     * @throws AttemptEnded if any ended so; the weightiest of them
     */
    public <T> void each(List<T> items, Consumer<T> work) {
        if (items.size() == 1) {
            work.accept(items.get(0));
            return;
        }
        Semaphore free = new Semaphore(width);
        AtomicBoolean ending = new AtomicBoolean();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (T item : items) {
            free.acquireUninterruptibly();
            if (ending.get()) {
                break;
            }
            FutureTask<Void> task = new FutureTask<>(
                    () -> {
                        boolean done = false;
                        try {
                            work.accept(item);
                            done = true;
                        } finally {
                            ending.compareAndSet(false, !done);
                            free.release();
                        }
                    },
                    null);
            tasks.add(task);
            threads.execute(task);
        }
        finish(tasks);
    }

    private static void finish(List<FutureTask<Void>> tasks) {
        AttemptEnded ended = null;
        for (FutureTask<Void> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof AttemptEnded one) {
                    ended = ended == null || one.weight() > ended.weight() ? one : ended;
                } else if (e.getCause() instanceof Error error) {
                    throw error;
                } else {
                    throw new IllegalStateException(e.getCause());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw AttemptEnded.stopped(DeploymentReason.Interrupted);
            }
        }
        if (ended != null) {
            throw ended;
        }
    }
}
