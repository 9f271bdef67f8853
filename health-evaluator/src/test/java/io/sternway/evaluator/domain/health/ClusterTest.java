package io.sternway.evaluator.domain.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.evaluator.domain.observed.Sequence;
import io.sternway.vocabulary.Reachability;
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
    void aClusterThatAnswersIsHealthyAndOneThatDoesNotIsUnreachable() {
        Cluster healthy = observe(Cluster.first(START), true, 1);
        assertEquals(Reachability.Healthy, healthy.reachability());
        Cluster gone = observe(healthy, false, 2);
        assertEquals(Reachability.Unreachable, gone.reachability());
        assertEquals(2, gone.transition());
    }

    @Test
    void theSameAnswerAgainIsNoChange() {
        assertEquals(1, observe(observe(Cluster.first(START), true, 1), true, 2).transition());
    }

    @Test
    @Tag("H5")
    void aRecordOfAnOlderOwnerOrARepeatedOneIsNoNews() {
        Cluster cluster = Cluster.first(START).observed(true, INTERVAL, new Sequence(10, 3), START);
        assertFalse(cluster.isNews(new Sequence(10, 3)));
        assertFalse(cluster.isNews(new Sequence(9, 99)));
        assertTrue(cluster.isNews(new Sequence(11, 1)));
    }

    @Test
    @Tag("H10")
    void itsTargetsAreSilentAfterThreeIntervalsWithoutALookThatReachedIt() {
        Cluster cluster = observe(observe(Cluster.first(START), true, 0), false, 1);
        assertFalse(cluster.isSilent(START.plus(INTERVAL.multipliedBy(3))));
        assertTrue(cluster.isSilent(START.plus(INTERVAL.multipliedBy(3)).plusMillis(1)));
        assertFalse(cluster.silence().isSilent(START.plusSeconds(60)));
    }

    @Test
    @Tag("H10")
    void aLookThatReachesItAgainEndsTheSilence() {
        Cluster cluster = observe(Cluster.first(START).silence(), true, 1);
        assertFalse(cluster.silenced());
    }

    private static Cluster observe(Cluster cluster, boolean reached, int tick) {
        return cluster.observed(reached, INTERVAL, new Sequence(1, tick), START.plus(INTERVAL.multipliedBy(tick)));
    }
}
