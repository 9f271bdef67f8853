package io.sternway.document;

import java.time.Duration;

/**
 * How long failures are acted on after a stage has succeeded (R22).
 *
 * @param always without end, that is until the next run
 * @param duration how long otherwise; zero: not at all
 */
public record MonitorFor(boolean always, Duration duration) {

    /** Not at all: what a stage has that gives nothing. */
    public static final MonitorFor OFF = new MonitorFor(false, Duration.ZERO);

    /** Without end. */
    public static final MonitorFor ALWAYS = new MonitorFor(true, Duration.ZERO);

    /** That long. */
    public static MonitorFor of(Duration duration) {
        return new MonitorFor(false, duration);
    }
}
