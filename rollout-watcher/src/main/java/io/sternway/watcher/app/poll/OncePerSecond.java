package io.sternway.watcher.app.poll;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What fails is looked at without waiting, but once a second: a Pod that crashes tells of it again and again. */
final class OncePerSecond {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private long lastAt;

    OncePerSecond(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastAt = nanoTime.getAsLong() - EVERY_NANOS;
    }

    /** Whether a look may be made out of turn; then the next may be in a second. */
    boolean tryAcquire() {
        long now = nanoTime.getAsLong();
        if (now - lastAt < EVERY_NANOS) {
            return false;
        }
        lastAt = now;
        return true;
    }
}
