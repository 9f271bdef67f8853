package io.sternway.executor.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.store.Transactions;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("X3")
class LeasesTest {
    private static final TargetKey KEY = new TargetKey("payments", "checkout", "eu-1");
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration RENEWAL = Duration.ofSeconds(3);
    private static final Duration CALL = Duration.ofSeconds(5);

    private final AtomicBoolean databaseIsAway = new AtomicBoolean();
    private final AtomicLong epoch = new AtomicLong(5);
    private final AtomicBoolean toStop = new AtomicBoolean();
    private final Leases leases = new Leases(
            rows(), transactions(), new Workers.Settings("replica", LEASE, RENEWAL, CALL, Duration.ofSeconds(5)));

    @Test
    @DisplayName("X3 a renewal that fails is tried again several times before a worker has to stop")
    void aFailedRenewalIsRepeatedInTime() {
        Lease lease = held(System.nanoTime());
        databaseIsAway.set(true);

        Duration wait = leases.renewAll();

        Duration left = LEASE.minus(CALL).minus(RENEWAL);
        assertTrue(wait.multipliedBy(3).compareTo(left) < 0, wait.toString());
        assertDoesNotThrow(lease::check);
        databaseIsAway.set(false);
        assertEquals(RENEWAL, leases.renewAll());
    }

    @Test
    @DisplayName("X3 a lease that could not be renewed in time stays over for its worker until it is renewed")
    void onlyTheDatabaseRenews() {
        Lease lease = held(System.nanoTime() - LEASE.toNanos());
        databaseIsAway.set(true);
        leases.renewAll();
        assertEquals("LeaseLost", reason(lease));
        databaseIsAway.set(false);
        leases.renewAll();
        assertDoesNotThrow(lease::check);
    }

    @Test
    @DisplayName("X1 with a renewal a worker hears that its command was called back, or replaced by a newer epoch")
    void aRenewalBringsNews() {
        Lease cancelled = held(System.nanoTime());
        toStop.set(true);
        leases.renewAll();
        assertEquals("Cancelled", reason(cancelled));
        toStop.set(false);

        Lease superseded = held(System.nanoTime());
        epoch.set(6);
        leases.renewAll();
        assertEquals("Superseded", reason(superseded));
    }

    private Lease held(long renewedAt) {
        Lease lease = new Lease(
                KEY,
                5,
                System::nanoTime,
                renewedAt,
                LEASE.minus(CALL).toNanos(),
                System.nanoTime() + Duration.ofHours(1).toNanos());
        leases.add(lease);
        return lease;
    }

    private static String reason(Lease lease) {
        return assertThrows(AttemptEndedException.class, lease::check).result().why();
    }

    /** Rows of which only leases are asked for. */
    private Targets rows() {
        return (Targets) Proxy.newProxyInstance(
                Targets.class.getClassLoader(), new Class<?>[] {Targets.class}, (proxy, method, arguments) -> {
                    assertEquals("renew", method.getName());
                    return List.of(new Targets.Renewal(KEY, epoch.get(), toStop.get()));
                });
    }

    private Transactions transactions() {
        return new Transactions() {
            @Override
            public <T> T in(Supplier<T> work) {
                if (databaseIsAway.get()) {
                    throw new IllegalStateException("no connection");
                }
                return work.get();
            }
        };
    }
}
