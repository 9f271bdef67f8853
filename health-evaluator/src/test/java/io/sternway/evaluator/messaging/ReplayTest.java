package io.sternway.evaluator.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.quicktheories.QuickTheory;
import org.quicktheories.core.Gen;
import org.quicktheories.generators.SourceDSL;

/**
 * Histories at random: records of deployments with newer, the same and older epochs, looks that pass, fail or are repeated,
 * late words of an older owner, ticks that reach the cluster or not, silence, releases, and what cannot be read.
 */
@Tag("H10")
class ReplayTest {

    private static final int HISTORIES = 150;
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Gen<List<Integer>> HISTORY =
            SourceDSL.lists().of(SourceDSL.integers().between(0, 99)).ofSizeBetween(1, 60);

    @Test
    @DisplayName("H10 replaying any input gives identical events, their ids and times among them")
    void replayingAnyInputGivesIdenticalEvents() {
        QuickTheory.qt()
                .withExamples(HISTORIES)
                .forAll(HISTORY)
                .checkAssert(history ->
                        assertEquals(play(history, EvaluatorDriver::events), play(history, EvaluatorDriver::events)));
    }

    @Test
    @DisplayName(
            "H10 after every history a report tells transition and state as the last event did: a lost one is repaired")
    void aReportRepairsEveryEventThatWasLost() {
        QuickTheory.qt().withExamples(HISTORIES).forAll(HISTORY).checkAssert(history -> {
            String told = "";
            for (String said : play(history, EvaluatorDriver::states)) {
                if (said.startsWith("report ")) {
                    assertEquals(told, said.substring("report ".length()));
                } else {
                    told = said;
                }
            }
        });
    }

    private static <T> T play(List<Integer> history, Function<EvaluatorDriver, T> result) {
        try (EvaluatorDriver driver = new EvaluatorDriver()) {
            Player player = new Player(driver);
            driver.claim();
            history.forEach(player::step);
            return result.apply(driver);
        }
    }

    /** Turns a number into what comes next. */
    private static final class Player {

        private final EvaluatorDriver driver;
        private long epoch;
        private long number;
        private long older;

        Player(EvaluatorDriver driver) {
            this.driver = driver;
        }

        void step(int code) {
            int size = code / 10;
            switch (code % 10) {
                case 0 -> driver.deploy(++epoch, size % 2 == 0 ? null : INTERVAL.multipliedBy(size));
                case 1 -> driver.deploy(Math.max(1, epoch - size % 3));
                case 2 -> driver.observeAs(driver.term(), ++number, epoch, EvaluatorDriver.current());
                case 3 -> driver.observeAs(driver.term(), ++number, epoch, EvaluatorDriver.crashing());
                case 4 -> driver.observeAs(driver.term(), number, epoch + 1 - size % 3, EvaluatorDriver.crashing());
                case 5, 6 -> {
                    driver.pass(INTERVAL.dividedBy(2).multipliedBy(size));
                    driver.tickAs(driver.term(), ++number, size != 9, epoch);
                }
                case 7 -> {
                    driver.observeAs(older, ++number, epoch, EvaluatorDriver.crashing());
                    driver.tickAs(older, ++number, true, epoch);
                }
                case 8 -> {
                    older = driver.term();
                    driver.claim();
                }
                default -> {
                    if (size == 0) {
                        driver.release();
                    } else if (size == 1) {
                        driver.garbage();
                    } else {
                        driver.silenceFor(Duration.ofSeconds(size));
                    }
                }
            }
        }
    }
}
