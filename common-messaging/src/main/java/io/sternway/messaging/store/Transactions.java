package io.sternway.messaging.store;

import java.util.function.Supplier;

/** Database transactions of their own, whatever transaction the caller has. */
public interface Transactions {

    /** Commits if the work returns, and returns what it returns; rolls back and throws if it throws or cannot be committed. */
    <T> T in(Supplier<T> work);

    /** The same for work that returns nothing. */
    default void run(Runnable work) {
        in(() -> {
            work.run();
            return true;
        });
    }
}
