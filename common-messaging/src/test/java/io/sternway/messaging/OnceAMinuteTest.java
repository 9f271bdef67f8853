package io.sternway.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OnceAMinuteTest {

    private final AtomicLong now = new AtomicLong();
    private final OnceAMinute once = new OnceAMinute(now::get);
    private final List<String> said = new ArrayList<>();

    @Test
    void theSameIsSaidOnceAMinuteAndSomethingElseAtOnce() {
        say("a");
        pass(Duration.ofSeconds(59));
        say("a");
        say("b");
        pass(Duration.ofSeconds(1));
        say("a");
        assertEquals(List.of("a", "b", "a"), said);
    }

    @Test
    void whatWasOverIsSaidAtOnceWhenItComesBack() {
        say("a");
        once.forget("a");
        say("a");
        assertEquals(List.of("a", "a"), said);
    }

    private void say(String what) {
        once.say(what, () -> said.add(what));
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
