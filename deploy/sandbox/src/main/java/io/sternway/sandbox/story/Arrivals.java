package io.sternway.sandbox.story;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What has come so far, in its order, for whoever waits for something among it. */
public final class Arrivals<T> {
    private final List<T> all = new ArrayList<>();

    /** It has come. */
    public synchronized void add(T arrival) {
        all.add(arrival);
        notifyAll();
    }

    /** Everything that has come so far. */
    public synchronized List<T> all() {
        return List.copyOf(all);
    }

    /**
     * Waits for the first that is wanted, among those that have come and those that come; empty if none does in time.
     *
     * @throws IllegalStateException if the thread is interrupted meanwhile
     */
    public synchronized Optional<T> await(Duration atMost, Predicate<T> wanted) {
        long end = System.nanoTime() + atMost.toNanos();
        int looked = 0;
        while (true) {
            for (; looked < all.size(); looked++) {
                if (wanted.test(all.get(looked))) {
                    return Optional.of(all.get(looked));
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                return Optional.empty();
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting", e);
            }
        }
    }
}
