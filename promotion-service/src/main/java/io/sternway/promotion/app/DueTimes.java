package io.sternway.promotion.app;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** When promotions are due (architecture.md, rule 7). Every method belongs into a transaction of the caller. */
public interface DueTimes {

    /**
     * Makes promotions due now, at most so many in one statement; those that are due already are left alone.
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
     * Puts off the promotion that is due first without loading it, as it may be what cannot be loaded.
     *
     * @param wait for how long
     * @return its key; absent if none is due that nobody else works on
     */
    Optional<String> parkFirstDue(Duration wait);

    /** In how many milliseconds the next promotion is due; negative if it is late; empty if none is. */
    Optional<Long> earliest();
}
