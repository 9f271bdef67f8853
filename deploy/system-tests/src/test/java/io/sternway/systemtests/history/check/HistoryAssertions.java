package io.sternway.systemtests.history.check;

import io.sternway.events.PromotionRef;
import io.sternway.systemtests.environment.ProjectFolder;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.history.History;
import io.sternway.systemtests.history.StateTable;
import io.sternway.systemtests.history.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Fails a test unless what a run left behind keeps every rule of {@link HistoryRules}. */
public final class HistoryAssertions {

    /** How long work that is on its way may take to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int SHOWN = 40;

    private HistoryAssertions() {}

    /** Everything that happened in an environment. */
    public static void assertSound(TestEnvironment environment) {
        assertSound(HistoryScope.whole(environment));
    }

    /** What happened to some promotions, in an environment that others use too. */
    public static void assertSound(TestEnvironment environment, Set<PromotionRef> promotions) {
        assertSound(HistoryScope.only(environment, promotions));
    }

    private static void assertSound(HistoryScope scope) {
        History history = new HistoryReader(scope).read(PATIENCE);
        List<Violation> violations = allRules().check(history);
        if (!violations.isEmpty()) {
            throw new AssertionError(violations.size() + " promises are broken:"
                    + violations.stream()
                            .limit(SHOWN)
                            .map(Violation::toString)
                            .collect(Collectors.joining("\n  ", "\n  ", "")));
        }
    }

    /** All rules, by the project's own table of moves. */
    static HistoryRules allRules() {
        try {
            return new HistoryRules(
                    StateTable.of(Files.readString(ProjectFolder.root().resolve("docs/state-machine.md"))));
        } catch (IOException e) {
            throw new UncheckedIOException("docs/state-machine.md cannot be read", e);
        }
    }
}
