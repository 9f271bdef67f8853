package io.sternway.document;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of targets, or a share of them. Whether a share is rounded up or down depends on what it limits; values above
 * the total mean the total (R7).
 *
 * @param value the count, not negative, or the percentage, 0 to 100
 * @param isPercent whether it is a percentage
 */
public record CountOrPercent(int value, boolean isPercent) {

    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3})%");

    public CountOrPercent {
        if (value < 0 || (isPercent && value > 100)) {
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

    /** The count for a total, a share rounded up. */
    public int roundedUp(int total) {
        return isPercent ? (int) ((value * (long) total + 99) / 100) : Math.min(value, total);
    }

    /** The count for a total, a share rounded down. */
    public int roundedDown(int total) {
        return isPercent ? (int) (value * (long) total / 100) : Math.min(value, total);
    }

    /** As it stands in a document: {@code 3} or {@code 25%}. */
    @Override
    public String toString() {
        return value + (isPercent ? "%" : "");
    }
}
