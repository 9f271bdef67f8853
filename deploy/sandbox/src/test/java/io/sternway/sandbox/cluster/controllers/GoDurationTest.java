package io.sternway.sandbox.cluster.controllers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GoDurationTest {
    @Test
    void goDurationsAreRead() {
        assertEquals(Optional.of(Duration.ofMillis(200)), GoDuration.parse("200ms"));
        assertEquals(Optional.of(Duration.ofMillis(1500)), GoDuration.parse("1.5s"));
        assertEquals(Optional.of(Duration.ofSeconds(90)), GoDuration.parse("1m30s"));
        assertEquals(Optional.of(Duration.ofHours(2)), GoDuration.parse("2h"));
        assertEquals(Optional.of(Duration.ZERO), GoDuration.parse("0s"));
    }

    @Test
    void whatIsNoneIsNotGuessed() {
        for (String text : new String[] {"", "5", "PT5S", "5s later", "s", "-1s"}) {
            assertEquals(Optional.empty(), GoDuration.parse(text), text);
        }
    }
}
