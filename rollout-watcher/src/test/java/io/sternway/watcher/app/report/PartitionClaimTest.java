package io.sternway.watcher.app.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("how old a record is does not depend on this process' clock")
class PartitionClaimTest {

    private static final Instant AT = Instant.parse("2026-01-01T12:00:00Z");
    private static final long NANOS = 5_000;

    private final PartitionClaim claim = new PartitionClaim(7, AT, NANOS);

    @Test
    void whatWasThereBeforeTheClaimIsAsOldAsTheBrokerSays() {
        long writtenNanos = claim.nanosOf(AT.minusSeconds(90), NANOS - 1_000);

        assertEquals(Duration.ofSeconds(90), Duration.ofNanos(NANOS - writtenNanos));
    }

    @Test
    void whatComesAfterTheClaimIsNewsWhateverItsTime() {
        assertEquals(NANOS + 3, claim.nanosOf(AT.minusSeconds(600), NANOS + 3));
        assertEquals(NANOS + 3, claim.nanosOf(AT.plusSeconds(600), NANOS + 3));
    }

    @Test
    void nothingIsFromTheFuture() {
        assertEquals(NANOS - 1_000, claim.nanosOf(AT.plusSeconds(600), NANOS - 1_000));
    }
}
