package io.sternway.promotion.domain.narration;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How durations and lists are written in sentences for people. */
public final class Wording {

    private static final int NAMED = 10;

    private Wording() {}

    /** As in the document: {@code 90s}, {@code 10m}, {@code 1h30m}. */
    public static String duration(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    /** The first ten by name, and how many more. */
    public static String list(List<String> names) {
        return names.size() <= NAMED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, NAMED)) + " and " + (names.size() - NAMED) + " more";
    }
}
