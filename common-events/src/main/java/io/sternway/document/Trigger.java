package io.sternway.document;

import java.time.Duration;

/**
 * How a stage that has succeeded is left.
 *
 * @param delay how long its targets must have been continuously healthy since it was soaked (R10); zero: it is left at
 *     once
 */
public record Trigger(Duration delay) {

    /** As soon as the stage has succeeded: what a stage has that gives no trigger. */
    public static final Trigger NONE = new Trigger(Duration.ZERO);
}
