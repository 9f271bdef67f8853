package io.sternway.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: Go style ({@code 90s}, {@code 1h30m}, {@code 1.5h}, {@code 0}) or ISO-8601
 * ({@code PT90S}, {@code P1DT2H}). Years, months and weeks are no fixed spans and are not taken.
 */
public final class TimeSpan {

    /** The longest duration that a document may have: 365 days ({@code 8760h}). */
    public static final Duration LONGEST = Duration.ofDays(365);

    private static final Pattern GO = Pattern.compile("(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:h|ms|m|s|us|µs|μs|ns)");
    private static final Pattern ISO =
            Pattern.compile("P(?=.)(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:[.,][0-9]{1,9})?S)?)?");
    private static final int LONGEST_TEXT = 64;

    private static final Map<String, BigDecimal> NANOS = Map.of(
            "h", new BigDecimal("3600000000000"),
            "m", new BigDecimal("60000000000"),
            "s", new BigDecimal("1000000000"),
            "ms", new BigDecimal("1000000"),
            "us", new BigDecimal("1000"),
            "µs", new BigDecimal("1000"),
            "μs", new BigDecimal("1000"),
            "ns", BigDecimal.ONE);

    private TimeSpan() {}

    /** The duration; empty if the text is none, or longer than {@link #LONGEST}. Never negative. */
    public static Optional<Duration> parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        if (text.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Optional<Duration> duration = ISO.matcher(text).matches() ? parseIso(text) : parseGo(text);
        return duration.filter(parsed -> parsed.compareTo(LONGEST) <= 0);
    }

    /** Go style: {@code 1h30m}, {@code 500ms}; zero is {@code 0s}. */
    public static String write(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        StringBuilder out = new StringBuilder();
        long hours = duration.toHours();
        int minutes = duration.toMinutesPart();
        BigDecimal seconds = BigDecimal.valueOf(duration.toSecondsPart())
                .add(BigDecimal.valueOf(duration.toNanosPart(), 9))
                .stripTrailingZeros();
        out.append(hours == 0 ? "" : hours + "h").append(minutes == 0 ? "" : minutes + "m");
        return out.append(seconds.signum() == 0 ? "" : seconds.toPlainString() + "s")
                .toString();
    }

    private static Optional<Duration> parseIso(String text) {
        try {
            return Optional.of(Duration.parse(text));
        } catch (java.time.format.DateTimeParseException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> parseGo(String text) {
        Matcher matcher = GO.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length() && matcher.find(end) && matcher.start() == end) {
            String part = matcher.group();
            String unit = part.replaceFirst("^[0-9.]+", "");
            BigDecimal unitNanos = NANOS.getOrDefault(unit, BigDecimal.ONE);
            nanos = nanos.add(new BigDecimal(part.substring(0, part.length() - unit.length())).multiply(unitNanos));
            end = matcher.end();
        }
        if (end == 0 || end < text.length()) {
            return Optional.empty();
        }
        BigInteger whole = nanos.toBigInteger();
        return whole.bitLength() > 63 ? Optional.empty() : Optional.of(Duration.ofNanos(whole.longValueExact()));
    }
}
