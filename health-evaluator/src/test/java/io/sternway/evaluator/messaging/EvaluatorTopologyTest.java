package io.sternway.evaluator.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What comes in on deployments and observations, and what goes out on health. */
class EvaluatorTopologyTest {

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final EvaluatorDriver driver = new EvaluatorDriver();

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    @DisplayName("deployments and observations may come in any order")
    void aLookThatComesBeforeItsRecordIsEvaluatedWhenTheRecordComes() {
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of(), driver.said());
        driver.deploy(1);
        assertEquals(List.of("HealthReady 1"), driver.said());
    }

    @Test
    @Tag("H9")
    void failingForLongerThanTheThresholdDegradesAndThenFailsWithoutAnyFurtherNews() {
        driver.deploy(1, Duration.ofSeconds(4));
        driver.claim();
        driver.observe(1, EvaluatorDriver.crashing());
        assertEquals(List.of("HealthDegraded 1"), driver.said());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("ClusterHealthChanged Healthy", "ClusterReported Degraded 1"), driver.said());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("HealthFailed 2", "ClusterReported Failed 2"), driver.said());
    }

    @Test
    @DisplayName("A failure shorter than the threshold")
    void aFailureShorterThanTheThresholdIsDegradedAndRecovered() {
        driver.deploy(1, Duration.ofMinutes(1));
        driver.claim();
        driver.observe(1, EvaluatorDriver.crashing());
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of("HealthDegraded 1", "HealthRecovered 2"), driver.said());
    }

    @Test
    @Tag("H3")
    void aDeadlineExceededCountsAtTheNextLookAndNotAtTheEndOfTheSameTick() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.deadlineExceeded());
        driver.tickAfter(Duration.ofMillis(10), 1);
        driver.deploy(1);
        assertEquals(
                List.of("HealthProgressing 1", "ClusterHealthChanged Healthy", "ClusterReported Progressing 1"),
                driver.said());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("HealthFailed 2", "ClusterReported Failed 2"), driver.said());
    }

    @Test
    @Tag("H5")
    void whatAnOlderOwnerSaysAfterThePartitionWasClaimedIsDropped() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        long old = driver.term();
        driver.claim();
        driver.observeAs(old, 99, 1, EvaluatorDriver.crashing());
        driver.tickAs(old, 100, true, 1);
        assertEquals(List.of("HealthReady 1"), driver.said());
    }

    @Test
    @DisplayName("what is older than the epoch held is ignored")
    void aLookAtAnOlderEpochIsIgnored() {
        driver.deploy(2);
        driver.claim();
        driver.observe(1, EvaluatorDriver.crashing());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("ClusterHealthChanged Healthy", "ClusterReported"), driver.said());
    }

    @Test
    @DisplayName("every tick is reported, and a report comes after the news of its targets")
    void everyTickIsReportedAfterTheNewsOfItsTargets() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.tickAfter(INTERVAL, 1);
        assertEquals(
                List.of(
                        "HealthReady 1",
                        "ClusterHealthChanged Healthy",
                        "ClusterReported Ready 1",
                        "ClusterReported Ready 1"),
                driver.said());
    }

    @Test
    @Tag("H11")
    void aClusterThatIsNotReachedIsUnreachableAndItsTargetsAreUnknownAfterThreeIntervals() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.said();
        driver.missAfter(INTERVAL);
        assertEquals(List.of("ClusterHealthChanged Unreachable", "ClusterReported unreached"), driver.said());
        driver.missAfter(INTERVAL);
        driver.missAfter(INTERVAL);
        driver.missAfter(INTERVAL);
        assertEquals(
                List.of(
                        "ClusterReported unreached",
                        "ClusterReported unreached",
                        "HealthUnknown 1",
                        "ClusterReported unreached"),
                driver.said());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(
                List.of("ClusterHealthChanged Healthy", "HealthReady 2", "ClusterReported Ready 2"), driver.said());
    }

    @Test
    @Tag("H10")
    void threeSilentIntervalsByTheWallClockMakeTheTargetsUnknownOnce() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.said();
        driver.silenceFor(Duration.ofSeconds(20));
        assertEquals(List.of("ClusterHealthChanged Unknown", "HealthUnknown 1"), driver.said());
    }

    @Test
    @Tag("H10")
    void eachSilenceHasAnIdOfItsOwn() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.silenceFor(Duration.ofSeconds(20));
        driver.tickAfter(INTERVAL, 1);
        driver.silenceFor(Duration.ofSeconds(20));
        List<String> ids = driver.ids();
        assertEquals(ids.stream().distinct().toList(), ids);
    }

    @Test
    @Tag("H10")
    void aProcessThatStoodStillBlamesNobodyElse() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.said();
        driver.standStillFor(Duration.ofMinutes(5));
        assertEquals(List.of(), driver.said());
    }

    @Test
    void aReleasedTargetIsForgotten() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.said();
        driver.release();
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("ClusterHealthChanged Healthy", "ClusterReported"), driver.said());
    }

    @Test
    @DisplayName("Bad input: what cannot be read is a dead letter with its reason, and nothing is blocked behind it")
    void whatCannotBeReadIsADeadLetterAndTheRestGoesOn() {
        driver.deploy(1);
        driver.claim();
        driver.garbage();
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of("HealthReady 1"), driver.said());
        assertEquals(List.of("InvalidData"), driver.deadLetterReasons());
    }

    @Test
    void theSameObservationAgainChangesNothing() {
        driver.deploy(1);
        driver.claim();
        driver.observeAs(driver.term(), 1, 1, EvaluatorDriver.crashing());
        driver.observeAs(driver.term(), 1, 1, EvaluatorDriver.crashing());
        assertEquals(List.of("HealthFailed 1"), driver.said());
    }

    @Test
    @Tag("H10")
    void replayingTheInputGivesIdenticalEvents() {
        List<String> first = replay();
        assertEquals(first, replay());
    }

    private static List<String> replay() {
        try (EvaluatorDriver driver = new EvaluatorDriver()) {
            driver.deploy(1, Duration.ofSeconds(3));
            driver.claim();
            driver.observe(1, EvaluatorDriver.crashing());
            driver.tickAfter(INTERVAL, 1);
            driver.tickAfter(INTERVAL, 1);
            driver.observe(1, EvaluatorDriver.current());
            driver.missAfter(INTERVAL);
            return driver.events();
        }
    }
}
