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
    @DisplayName("Rule 3: deployments and observations may come in any order")
    void a_look_that_comes_before_its_record_is_evaluated_when_the_record_comes() {
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of(), driver.said());
        driver.deploy(1);
        assertEquals(List.of("HealthReady 1"), driver.said());
    }

    @Test
    @Tag("H9")
    void failing_for_longer_than_the_threshold_degrades_and_then_fails_without_any_further_news() {
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
    @DisplayName("Issue scenario 5: a failure shorter than the threshold")
    void a_failure_shorter_than_the_threshold_is_degraded_and_recovered() {
        driver.deploy(1, Duration.ofMinutes(1));
        driver.claim();
        driver.observe(1, EvaluatorDriver.crashing());
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of("HealthDegraded 1", "HealthRecovered 2"), driver.said());
    }

    @Test
    @Tag("H3")
    void a_deadline_exceeded_counts_at_the_next_look_and_not_at_the_end_of_the_same_tick() {
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
    void what_an_older_owner_says_after_the_partition_was_claimed_is_dropped() {
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
    @DisplayName("Rule 6: what is older than the epoch held is ignored")
    void a_look_at_an_older_epoch_is_ignored() {
        driver.deploy(2);
        driver.claim();
        driver.observe(1, EvaluatorDriver.crashing());
        driver.tickAfter(INTERVAL, 1);
        assertEquals(List.of("ClusterHealthChanged Healthy", "ClusterReported"), driver.said());
    }

    @Test
    @DisplayName("Rule 8: every tick is reported, and a report comes after the news of its targets")
    void every_tick_is_reported_after_the_news_of_its_targets() {
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
    void a_cluster_that_is_not_reached_is_unreachable_and_its_targets_are_unknown_after_three_intervals() {
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
    void three_silent_intervals_by_the_wall_clock_make_the_targets_unknown_once() {
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
    void each_silence_has_an_id_of_its_own() {
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
    void a_process_that_stood_still_blames_nobody_else() {
        driver.deploy(1);
        driver.claim();
        driver.observe(1, EvaluatorDriver.current());
        driver.tickAfter(INTERVAL, 1);
        driver.said();
        driver.standStillFor(Duration.ofMinutes(5));
        assertEquals(List.of(), driver.said());
    }

    @Test
    void a_released_target_is_forgotten() {
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
    void what_cannot_be_read_is_a_dead_letter_and_the_rest_goes_on() {
        driver.deploy(1);
        driver.claim();
        driver.garbage();
        driver.observe(1, EvaluatorDriver.current());
        assertEquals(List.of("HealthReady 1"), driver.said());
        assertEquals(List.of("InvalidData"), driver.deadLetterReasons());
    }

    @Test
    void the_same_observation_again_changes_nothing() {
        driver.deploy(1);
        driver.claim();
        driver.observeAs(driver.term(), 1, 1, EvaluatorDriver.crashing());
        driver.observeAs(driver.term(), 1, 1, EvaluatorDriver.crashing());
        assertEquals(List.of("HealthFailed 1"), driver.said());
    }

    @Test
    @Tag("H10")
    void replaying_the_input_gives_identical_events() {
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
