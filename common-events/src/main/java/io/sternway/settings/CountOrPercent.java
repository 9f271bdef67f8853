package io.sternway.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of targets, or a share of them.
 *
 * @param value the count, not negative, or the percentage, 0 to 100
 * @param percent whether it is a percentage
 */
public record CountOrPercent(int value, boolean percent) {

    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})%");

    public CountOrPercent {
        if (value < 0 || (percent && value > 100)) {
            throw new IllegalArgumentException("a count is at least 0 and a percentage 0 to 100, not " + value);
        }
    }

    /** A count. */
    public static CountOrPercent count(int count) {
        return new CountOrPercent(count, false);
    }

    /** A percentage. */
    public static CountOrPercent percent(int percent) {
        return new CountOrPercent(percent, true);
    }

    /** Reads {@code "25%"}; empty if it is no percentage from 0 to 100. */
    public static Optional<CountOrPercent> parsePercent(String text) {
        Matcher matcher = PERCENT.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > 100) {
            return Optional.empty();
        }
        return Optional.of(percent(Integer.parseInt(matcher.group(1))));
    }

    /** As concurrency: a share is rounded up; at least 1 and at most the total, if there is any (R7). */
    public int asConcurrency(int total) {
        long wanted = percent ? ((long) total * value + 99) / 100 : value;
        return (int) Math.min(total, Math.max(1, wanted));
    }

    /** As tolerated failures: a share is rounded down; at most the total (R7). */
    public int asFailures(int total) {
        long wanted = percent ? (long) total * value / 100 : value;
        return (int) Math.min(total, wanted);
    }

    /** As it stands in a document: {@code 3} or {@code 25%}. */
    @Override
    public String toString() {
        return percent ? value + "%" : Integer.toString(value);
    }
}
