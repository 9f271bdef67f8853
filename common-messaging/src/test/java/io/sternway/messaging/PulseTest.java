package io.sternway.messaging;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker is alive while it goes round")
class PulseTest {

    private final AtomicLong now = new AtomicLong(7);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread worker = new Thread(() -> {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    });
    private final Pulse pulse = new Pulse(worker, now::get);

    @Test
    void aWorkerThatHasNotStartedYetIsAlive() {
        pass();
        assertTrue(pulse.isAlive());
    }

    @Test
    void aWorkerThatHangsIsNotAliveUntilItGoesRoundAgain() {
        worker.start();
        assertTrue(pulse.isAlive());
        pass();
        assertFalse(pulse.isAlive());
        pulse.beat();
        assertTrue(pulse.isAlive());
        end.countDown();
    }

    @Test
    void aWorkerThatHasDiedIsNotAlive() throws InterruptedException {
        worker.start();
        end.countDown();
        worker.join();
        pulse.beat();
        assertFalse(pulse.isAlive());
    }

    private void pass() {
        now.addAndGet(Pulse.STILL.toNanos());
    }
}
