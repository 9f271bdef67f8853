package io.sternway.watcher.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Duration LEAST = Duration.ofMillis(25);

    @Test
    void a_quick_look_is_followed_by_another_after_the_least_gap() {
        assertEquals(LEAST, Rounds.gap(Duration.ofMillis(3), 4, LEAST));
    }

    @Test
    void a_cluster_alone_is_left_alone_as_long_as_it_was_looked_at() {
        assertEquals(Duration.ofMillis(80), Rounds.gap(Duration.ofMillis(80), 1, LEAST));
        assertEquals(Duration.ofMillis(80), Rounds.gap(Duration.ofMillis(80), 0, LEAST));
    }

    @Test
    void among_many_it_is_left_alone_four_times_as_long() {
        assertEquals(Duration.ofMillis(240), Rounds.gap(Duration.ofMillis(80), 3, LEAST));
        assertEquals(Duration.ofMillis(320), Rounds.gap(Duration.ofMillis(80), 32, LEAST));
    }
}
