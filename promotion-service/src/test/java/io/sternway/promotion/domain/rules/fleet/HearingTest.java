package io.sternway.promotion.domain.rules.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.model.fleet.ClusterView;
import io.sternway.promotion.domain.model.fleet.PartitionView;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HearingTest {

    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(2);

    private static Instant at(long seconds) {
        return T0.plusSeconds(seconds);
    }

    private static PartitionView heardUntil(long seconds) {
        PartitionView view = Hearing.partition(null, TICK, T0);
        for (long t = 2; t <= seconds; t += 2) {
            view = Hearing.partition(view, TICK, at(t));
        }
        return view;
    }

    @Test
    @DisplayName("A8: a clock runs while its partition is heard")
    void clockRuns() {
        Clock clock = Clock.of(heardUntil(10), at(12));
        assertEquals(at(60), clock.due(T0, Duration.ofMinutes(1)));
    }

    @Test
    @DisplayName("A8: nothing is due while the partition is silent, and what was due before stays due")
    void nothingIsDueInSilence() {
        Clock clock = Clock.of(heardUntil(10), at(30));
        assertNull(clock.due(T0, Duration.ofSeconds(20)));
        assertEquals(at(9), clock.due(T0, Duration.ofSeconds(9)));
    }

    @Test
    @DisplayName("A8: after deafness the clock goes on three intervals after it is heard again")
    void clockStoodStill() {
        PartitionView view = Hearing.partition(heardUntil(10), TICK, at(100));
        Clock clock = Clock.of(view, at(101));
        assertEquals(at(100 + 6 + 50), clock.due(T0, Duration.ofMinutes(1)));
        assertEquals(at(100 + 6 + 5), clock.due(at(102), Duration.ofSeconds(5)));
    }

    @Test
    @DisplayName("A8: a silence shorter than 30 s is no deafness")
    void shortSilenceIsNoDeafness() {
        PartitionView view = Hearing.partition(heardUntil(10), TICK, at(35));
        assertEquals(at(60), Clock.of(view, at(36)).due(T0, Duration.ofMinutes(1)));
    }

    @Test
    @DisplayName("A8: a partition that was never heard has no clock")
    void neverHeard() {
        assertNull(Clock.of(null, T0).due(T0, Duration.ZERO));
    }

    @Test
    @DisplayName("R10 reached: false shows that it was the cluster that was away")
    void notReachedIsItsOwnGap() {
        PartitionView partition = heardUntil(20);
        ClusterView seen = Hearing.cluster(null, 0, null, true, TICK, at(8));
        ClusterView gone = Hearing.cluster(seen, 0, partition, false, TICK, at(20));
        assertTrue(Freshness.ownGap(gone, partition, at(20)));
        assertFalse(Freshness.fresh(gone, at(20)));

        ClusterView back = Hearing.cluster(gone, 0, partition, true, TICK, at(22));
        assertEquals(at(22), back.freshSince());
        assertEquals(1, back.returns());
    }

    @Test
    @DisplayName("R10 a gap in which the whole partition was silent is not the cluster's")
    void commonSilenceIsNotItsGap() {
        PartitionView partition = heardUntil(10);
        ClusterView seen = Hearing.cluster(null, 0, null, true, TICK, at(10));
        ClusterView again = Hearing.cluster(seen, 0, partition, true, TICK, at(100));
        assertEquals(at(10), again.freshSince());
        assertEquals(0, again.returns());
    }

    @Test
    @DisplayName("R10 fresh is within two intervals")
    void freshIsTwoIntervals() {
        ClusterView seen = Hearing.cluster(null, 0, null, true, TICK, T0);
        assertTrue(Freshness.fresh(seen, at(4)));
        assertFalse(Freshness.fresh(seen, at(5)));
    }
}
