package io.sternway.clusters;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Independent calls to one cluster, a few at the same time: together they take about as long as a call and not as long as
 * all of them, and they are no burst.
 */
public final class ParallelCalls {
    private final Executor threads;
    private final int atATime;

    /**
     * @param threads where calls are made besides those that the caller's thread makes itself
     * @param atATime how many are on their way at most
     */
    public ParallelCalls(Executor threads, int atATime) {
        this.threads = threads;
        this.atATime = atATime;
    }

    /** Does this for each; else as {@link #all}. */
    public <T> void each(List<T> items, Consumer<T> work) {
        all(items.stream()
                .<Supplier<Boolean>>map(item -> () -> {
                    work.accept(item);
                    return true;
                })
                .toList());
    }

    /**
     * What they answer, in their order. Waits for all that were begun; once one has failed, none is begun any more.
     *
     * @throws RuntimeException if any fails: the exception of the first that did, with those of others suppressed by it
     * @throws ClusterException if the thread is interrupted while it waits
     */
    public <T> List<T> all(List<Supplier<T>> calls) {
        AtomicBoolean failed = new AtomicBoolean();
        List<FutureTask<T>> tasks =
                calls.stream().map(call -> task(call, failed)).toList();
        AtomicInteger next = new AtomicInteger();
        Runnable oneAfterTheOther = () -> {
            for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
                if (failed.get()) {
                    tasks.get(i).cancel(false);
                } else {
                    tasks.get(i).run();
                }
            }
        };
        for (int i = 1; i < Math.min(atATime, tasks.size()); i++) {
            threads.execute(oneAfterTheOther);
        }
        oneAfterTheOther.run();
        return answers(tasks);
    }

    private static <T> FutureTask<T> task(Supplier<T> call, AtomicBoolean failed) {
        return new FutureTask<>(call::get) {
            @Override
            protected void setException(Throwable failure) {
                failed.set(true);
                super.setException(failure);
            }
        };
    }

    private static <T> List<T> answers(List<FutureTask<T>> tasks) {
        List<T> answers = new ArrayList<>();
        RuntimeException first = null;
        for (FutureTask<T> task : tasks) {
            try {
                answers.add(task.get());
            } catch (CancellationException notBegun) {
                // Another has failed, whose exception is thrown below.
            } catch (ExecutionException e) {
                first = together(first, e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException(ClusterFailure.of(e));
            }
        }
        if (first != null) {
            throw first;
        }
        return answers;
    }

    private static RuntimeException together(@Nullable RuntimeException first, @Nullable Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        RuntimeException one =
                failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
        if (first == null) {
            return one;
        }
        if (first != one) {
            first.addSuppressed(one);
        }
        return first;
    }
}
