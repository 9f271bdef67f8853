package io.sternway.benchmarks;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Says on {@code System.out} how far a benchmark is. */
public final class Progress {

    private Progress() {}

    /** A line with the time of day. */
    public static void say(String format, Object... arguments) {
        System.out.println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " "
                + String.format(Locale.ROOT, format, arguments));
    }
}
