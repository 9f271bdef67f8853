package io.sternway.watcher.app.observe;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Calls to one cluster, a few at the same time, so that a look at a distant cluster takes about as long as a call and not as
 * long as all of them.
 */
final class ParallelCalls {

    /** So that one look is no burst, and one that fails makes few calls in vain. */
    private static final int AT_A_TIME = 4;

    private final Executor threads;

    ParallelCalls(Executor threads) {
        this.threads = threads;
    }

    /**
     * What they answer, in their order.
     *
     * @throws ClusterException if one fails, the first of those that do; later ones may not have been made
     */
    <T> List<T> all(List<Supplier<T>> calls) {
        List<T> answers = new ArrayList<>();
        for (int from = 0; from < calls.size(); from += AT_A_TIME) {
            answers.addAll(some(calls.subList(from, Math.min(calls.size(), from + AT_A_TIME))));
        }
        return answers;
    }

    private <T> List<T> some(List<Supplier<T>> calls) {
        List<FutureTask<T>> tasks =
                calls.stream().map(call -> new FutureTask<>(call::get)).toList();
        int last = tasks.size() - 1;
        tasks.subList(0, last).forEach(threads::execute);
        tasks.get(last).run();
        return tasks.stream().map(ParallelCalls::answer).toList();
    }

    private static <T> T answer(FutureTask<T> task) {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(ClusterFailure.of(e));
        }
    }
}
