package io.sternway.promotion.app;

/** What comes in from other services and from outside. */
public interface Inflow {

    /** Begins to take it, from where it was left. */
    void open();
}
