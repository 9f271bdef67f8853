package io.sternway.promotion.app;

/** Begins to take what comes in from other services and from outside. */
public interface OpenConsumers {

    /** Begins, from where it was left. */
    void open();
}
