package io.sternway.evaluator.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** H11 and H10: whether a cluster can be looked at, and for how long it could not. */
@Tag("H11")
class ClusterTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    @Test
    void a_cluster_that_answers_is_healthy_and_one_that_does_not_is_unreachable() {
        Cluster healthy = observe(Cluster.first(START), true, 1);
        assertEquals(Cluster.Reachability.Healthy, healthy.reachability());
        Cluster gone = observe(healthy, false, 2);
        assertEquals(Cluster.Reachability.Unreachable, gone.reachability());
        assertEquals(2, gone.transition());
    }

    @Test
    void the_same_answer_again_is_no_change() {
        assertEquals(1, observe(observe(Cluster.first(START), true, 1), true, 2).transition());
    }

    @Test
    @Tag("H5")
    void a_record_of_an_older_owner_or_a_repeated_one_is_no_news() {
        Cluster cluster = Cluster.first(START).observed(true, INTERVAL, new Sequence(10, 3), START);
        assertFalse(cluster.isNews(new Sequence(10, 3)));
        assertFalse(cluster.isNews(new Sequence(9, 99)));
        assertTrue(cluster.isNews(new Sequence(11, 1)));
    }

    @Test
    @Tag("H10")
    void its_targets_are_silent_after_three_intervals_without_a_look_that_reached_it() {
        Cluster cluster = observe(observe(Cluster.first(START), true, 0), false, 1);
        assertFalse(cluster.isSilent(START.plus(INTERVAL.multipliedBy(3))));
        assertTrue(cluster.isSilent(START.plus(INTERVAL.multipliedBy(3)).plusMillis(1)));
        assertFalse(cluster.silence().isSilent(START.plusSeconds(60)));
    }

    @Test
    @Tag("H10")
    void a_look_that_reaches_it_again_ends_the_silence() {
        Cluster cluster = observe(Cluster.first(START).silence(), true, 1);
        assertFalse(cluster.silenced());
    }

    private static Cluster observe(Cluster cluster, boolean reached, int tick) {
        return cluster.observed(reached, INTERVAL, new Sequence(1, tick), START.plus(INTERVAL.multipliedBy(tick)));
    }
}
