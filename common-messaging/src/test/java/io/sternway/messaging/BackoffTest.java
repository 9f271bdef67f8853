package io.sternway.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void waitsDoubleUntilTheLongest() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));
        assertEquals(Duration.ofMillis(100), backoff.after(1));
        assertEquals(Duration.ofMillis(200), backoff.after(2));
        assertEquals(Duration.ofMillis(800), backoff.after(4));
        assertEquals(Duration.ofSeconds(1), backoff.after(5));
        assertEquals(Duration.ofSeconds(1), backoff.after(Integer.MAX_VALUE));
    }
}
