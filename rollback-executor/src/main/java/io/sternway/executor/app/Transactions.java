package io.sternway.executor.app;

import java.util.function.Supplier;

/** Database transactions of their own. */
public interface Transactions {

    /** Runs the work in a new transaction and returns what it returns. */
    <T> T in(Supplier<T> work);
}
