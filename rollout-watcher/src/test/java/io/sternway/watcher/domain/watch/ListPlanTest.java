package io.sternway.watcher.domain.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ListPlanTest {

    @Test
    @Tag("H2")
    @DisplayName("H2 resourceVersions are compared as numbers; what is no number is not compared")
    void resourceVersionsAreNumbers() {
        assertEquals("10", ListPlan.later("9", "10"));
        assertEquals("18446744073709551617", ListPlan.later("18446744073709551617", "2"));
        assertEquals("3", ListPlan.later(null, "3"));
        assertEquals("3", ListPlan.later("x3", "3"));
        assertNull(ListPlan.later("", null));
    }

    @Test
    @Tag("H1")
    @DisplayName("H1 the active interval holds while not everything is current, and for activeFor after the apply")
    void theActiveIntervalHoldsWhileSomethingGoesOn() {
        PollIntervals pace = new PollIntervals(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(5));

        assertEquals(pace.active(), pace.interval(false, Duration.ofHours(1)));
        assertEquals(pace.active(), pace.interval(true, Duration.ofMinutes(4)));
        assertEquals(pace.steady(), pace.interval(true, Duration.ofMinutes(5)));
    }
}
