package io.sternway.sandbox.cluster.controllers;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 1m30s}, {@code 1.5s}, {@code 200ms}. */
final class GoDuration {
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(h|ms|m|s)");

    private GoDuration() {}

    /** Empty when the text is no duration. */
    static Optional<Duration> parse(String text) {
        Matcher parts = PART.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            double unit = switch (parts.group(2)) {
                case "h" -> 3_600_000;
                case "m" -> 60_000;
                case "s" -> 1_000;
                default -> 1;
            };
            sum = sum.plusMillis(Math.round(Double.parseDouble(parts.group(1)) * unit));
            end = parts.end();
        }
        return end == text.length() && end > 0 ? Optional.of(sum) : Optional.empty();
    }
}
