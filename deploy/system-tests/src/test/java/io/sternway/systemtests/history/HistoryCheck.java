package io.sternway.systemtests.history;

import io.sternway.events.PromotionRef;
import io.sternway.systemtests.ground.Ground;
import io.sternway.systemtests.ground.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Fails a test unless what a run left behind keeps every rule of {@link HistoryChecker}. */
public final class HistoryCheck {

    /** How long work that is on its way may take to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int SHOWN = 40;

    private HistoryCheck() {}

    /** Everything that happened on a ground. */
    public static void assertSound(Ground ground) {
        assertSound(Site.whole(ground));
    }

    /** What happened to some promotions, on a ground that others use too. */
    public static void assertSound(Ground ground, Set<PromotionRef> promotions) {
        assertSound(Site.only(ground, promotions));
    }

    private static void assertSound(Site site) {
        History history = new HistoryReader(site).read(PATIENCE);
        List<Violation> violations = checker().check(history);
        if (!violations.isEmpty()) {
            throw new AssertionError(violations.size() + " promises are broken:"
                    + violations.stream()
                            .limit(SHOWN)
                            .map(Violation::toString)
                            .collect(Collectors.joining("\n  ", "\n  ", "")));
        }
    }

    /** All rules, by the project's own table of moves. */
    static HistoryChecker checker() {
        try {
            return new HistoryChecker(
                    StateTable.of(Files.readString(Project.folder().resolve("docs/state-machine.md"))));
        } catch (IOException e) {
            throw new UncheckedIOException("docs/state-machine.md cannot be read", e);
        }
    }
}
