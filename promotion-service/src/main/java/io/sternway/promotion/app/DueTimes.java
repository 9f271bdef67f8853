package io.sternway.promotion.app;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** When promotions are due (A7). Every method belongs into a transaction of the caller. */
public interface DueTimes {

    /**
     * Makes promotions due now; those that are due already are left alone. Waits for decisions that are being made about
     * them and locks them until the transaction's end: what they did not see yet they are to see.
     *
     * @return how many were made due
     */
    int makeDue(Collection<String> keys);

    /**
     * Makes the next promotions due of those that an inventory's change concerns (all of them), in a transaction of the
     * caller.
     *
     * @param batch how many at most
     * @return whether there was something to do
     */
    boolean fanOut(int batch);

    /**
     * Puts off a promotion that is due, without loading it, and counts the failure.
     *
     * @param key {@code project/name}
     * @param wait for how long
     */
    void park(String key, Duration wait);

    /** In how many milliseconds the next promotion is due; negative if it is late; empty if none is. */
    Optional<Long> earliest();
}
