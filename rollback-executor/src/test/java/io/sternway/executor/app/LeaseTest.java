package io.sternway.executor.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.vocabulary.DeploymentReason;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X3")
class LeaseTest {
    private final AtomicLong time = new AtomicLong(1_000);
    private final Lease lease =
            new Lease(new TargetKey("payments", "checkout", "eu-1"), 5, time::get, 1_000, 500, 100_000);

    @Test
    @DisplayName("X3 a worker stops itself when less than a call's time of its lease is left, unless it was renewed")
    void itEndsByItself() {
        time.set(1_499);
        assertDoesNotThrow(lease::check);
        time.set(1_500);
        assertEquals("LeaseLost", reason());
        lease.renewed(1_200);
        assertDoesNotThrow(lease::check);
        time.set(1_700);
        assertEquals("LeaseLost", reason());
    }

    @Test
    @DisplayName("X4 it stops at the command's deadline")
    void itEndsAtTheDeadline() {
        lease.renewed(99_900);
        time.set(100_000);
        assertEquals("DeadlineExceeded", reason());
    }

    @Test
    @DisplayName("X1 it stops when a newer epoch comes")
    void itIsSuperseded() {
        lease.stop(DeploymentReason.Superseded);
        assertEquals("Superseded", reason());
    }

    private String reason() {
        return assertThrows(AttemptEndedException.class, lease::check).result().why();
    }
}
