package io.sternway.messaging;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets the same complaint through once a minute, so that a missing dependency is said but does not fill the log. */
public final class OnceAMinute {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    /** Above it what was said a minute ago is forgotten, so that complaints that differ each time fill no memory. */
    private static final int MOST = 1000;

    private final LongSupplier nanoTime;
    private final Map<String, Long> said = new ConcurrentHashMap<>();

    public OnceAMinute() {
        this(System::nanoTime);
    }

    OnceAMinute(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Says it now, unless the same was said less than a minute ago. */
    public void say(String what, Runnable log) {
        long now = nanoTime.getAsLong();
        if (said.size() >= MOST) {
            said.values().removeIf(last -> now - last >= MINUTE);
        }
        boolean[] due = new boolean[1];
        said.compute(what, (key, last) -> {
            due[0] = last == null || now - last >= MINUTE;
            return due[0] ? now : last;
        });
        if (due[0]) {
            log.run();
        }
    }

    /** What was said is over; the next time it is said at once. */
    public void forget(String what) {
        said.remove(what);
    }
}
