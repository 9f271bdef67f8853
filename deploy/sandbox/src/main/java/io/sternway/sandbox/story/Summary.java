package io.sternway.sandbox.story;

import io.sternway.sandbox.stack.Stack;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The figures at the end of the story. */
final class Summary {

    private final Stack stack;
    private final Narrator narrator;

    Summary(Stack stack, Narrator narrator) {
        this.stack = stack;
        this.narrator = narrator;
    }

    void print(Duration untilHealthy, Optional<Duration> putBackAfter) {
        narrator.chapter("Figures");
        narrator.plain(
                "  revision 1: from request to all healthy                                   " + seconds(untilHealthy));
        narrator.plain("  revision 2: from failure visible at the API server to good spec everywhere "
                + putBackAfter.map(Summary::seconds).orElse("not seen"));
        stack.services()
                .forEach((service, process) -> narrator.plain(String.format(
                        Locale.ROOT,
                        "  %-18s ready after %s, %d MiB resident",
                        service.module(),
                        seconds(stack.startTimes().getOrDefault(service, Duration.ZERO)),
                        process.residentMegabytes())));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
