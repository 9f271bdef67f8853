package io.sternway.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutStrategyTest {

    @ParameterizedTest
    @CsvSource({
        "25, 10, 3, 2",
        "25, 1, 1, 0",
        "0, 10, 1, 0",
        "100, 7, 7, 7",
        "1, 1000, 10, 10",
        "33, 3, 1, 0",
        "34, 3, 2, 1",
        "50, 0, 0, 0"
    })
    @DisplayName("R7 percentages round up for concurrency, down for failures")
    void percentagesAreRounded(int percent, int total, int concurrency, int failures) {
        assertEquals(concurrency, CountOrPercent.percent(percent).asConcurrency(total));
        assertEquals(failures, CountOrPercent.percent(percent).asFailures(total));
    }

    @Test
    @DisplayName("R7 values above the total mean the total, at least one target may be in flight")
    void valuesAboveTheTotalMeanTheTotal() {
        qt().forAll(integers().between(0, 100), integers().between(1, 2_000_000_000))
                .checkAssert((value, total) -> {
                    CountOrPercent percent = CountOrPercent.percent(value);
                    int concurrency = percent.asConcurrency(total);
                    int failures = percent.asFailures(total);
                    assertTrue(concurrency <= total && failures <= concurrency);
                    assertTrue(concurrency - failures <= 1);
                    assertEquals(
                            Math.max(1, Math.min(value, total)),
                            CountOrPercent.count(value).asConcurrency(total));
                    assertEquals(
                            Math.min(value, total), CountOrPercent.count(value).asFailures(total));
                });
    }

    @ParameterizedTest
    @CsvSource({"100, 4, 3", "50, 4, 2", "100, 1, 0", "25, 3, 0", "100, 0, 0"})
    @DisplayName("R15 a stage never tolerates that all of its targets fail")
    void notAllMayFail(int percent, int total, int tolerated) {
        RolloutStrategy rollout = new RolloutStrategy(
                RolloutStrategy.Type.Progressive,
                CountOrPercent.count(1),
                CountOrPercent.percent(percent),
                Duration.ofMinutes(1),
                Duration.ZERO);
        assertEquals(tolerated, rollout.toleratedFailures(total));
    }
}
