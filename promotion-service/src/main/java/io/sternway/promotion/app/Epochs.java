package io.sternway.promotion.app;

import java.util.function.LongSupplier;

/** The one sequence of epochs (A6). */
public interface Epochs {

    /**
     * Epochs for one decision, drawn under the promotion's lock: each is higher than any that was drawn before, by
     * anybody. They are drawn as they are asked for, and not kept for the next decision.
     */
    LongSupplier draw();
}
