package io.sternway.sandbox.stack;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Delays what goes in one direction of a connection; nothing overtakes. Used on one event loop. */
final class DelayLine {

    private final Vertx vertx;
    private final Deque<Runnable> waiting = new ArrayDeque<>();

    DelayLine(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Lets it arrive after the delay; at once when there is none and nothing is before it. */
    void send(Duration delay, Runnable arrival) {
        if (delay.isZero() && waiting.isEmpty()) {
            arrival.run();
        } else {
            waiting.add(arrival);
            vertx.setTimer(
                    Math.max(1, delay.toMillis()), due -> waiting.remove().run());
        }
    }
}
