package io.sternway.benchmarks;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {

    private Figures() {}

    /** Below ten seconds in milliseconds, with a decimal below a hundred; otherwise in seconds. */
    public static String time(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        if (millis < 100) {
            return String.format(Locale.ROOT, "%.1f ms", millis);
        }
        return millis < 10_000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }

    /** Median, p90, p99 and maximum. */
    public static String spread(Samples samples) {
        return time(samples.median()) + " / " + time(samples.p90()) + " / " + time(samples.p99()) + " / "
                + time(samples.max());
    }

    /** So many a second. */
    public static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%.0f/s", perSecond);
    }

    /** How much more one is than another. */
    public static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** How much longer one took than another. */
    public static String ratio(Duration one, Duration other) {
        return ratio((double) one.toNanos() / other.toNanos());
    }

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    public static String megabytes(long megabytes) {
        return megabytes + " MiB";
    }
}
