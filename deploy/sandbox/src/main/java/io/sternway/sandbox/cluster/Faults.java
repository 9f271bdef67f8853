package io.sternway.sandbox.cluster;

import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What is broken at one cluster now. Every switch can be turned while requests run; all are off at first. */
public final class Faults {
    private volatile boolean unreachable;
    private volatile boolean frozen;
    private volatile int delayMillis;
    private volatile int answer;
    private volatile int retryAfterSeconds = 1;
    private volatile boolean controllersDead;
    private volatile boolean credentialsExpired;
    private final AtomicInteger resetsAfterWrite = new AtomicInteger();
    private final Set<Consumer<Faults>> listeners = new CopyOnWriteArraySet<>();

    /** Connections are cut, open watches too, and every new request's connection is reset without an answer. */
    public boolean unreachable() {
        return unreachable;
    }

    public Faults unreachable(boolean on) {
        unreachable = on;
        return changed();
    }

    /**
     * Requests are taken and not answered (as a stopped process does). When it is switched off, they are carried out,
     * also those whose client has gone away: a timed-out write takes effect later.
     */
    public boolean frozen() {
        return frozen;
    }

    public Faults frozen(boolean on) {
        frozen = on;
        return changed();
    }

    /** Each request is carried out and answered this much later; 0 is off. */
    public int delayMillis() {
        return delayMillis;
    }

    public Faults delayMillis(int millis) {
        delayMillis = millis;
        return changed();
    }

    /** Answer every request with this status instead (429 with Retry-After, 500, 503, …); 0 is off. */
    public int answer() {
        return answer;
    }

    public Faults answer(int status) {
        answer = status;
        return changed();
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    public Faults retryAfterSeconds(int seconds) {
        retryAfterSeconds = seconds;
        return changed();
    }

    /** Nothing reconciles: specs are stored and never observed. Controllers and kubelets ask this before they act. */
    public boolean controllersDead() {
        return controllersDead;
    }

    public Faults controllersDead(boolean on) {
        controllersDead = on;
        return changed();
    }

    /** No token is accepted: 401. */
    public boolean credentialsExpired() {
        return credentialsExpired;
    }

    public Faults credentialsExpired(boolean on) {
        credentialsExpired = on;
        return changed();
    }

    /** The next so many writes take effect, but their connection is reset instead of an answer. */
    public Faults resetsAfterWrite(int writes) {
        resetsAfterWrite.set(writes);
        return changed();
    }

    /** True if this write's answer is to be lost; counts it. */
    public boolean takeResetAfterWrite() {
        return resetsAfterWrite.get() > 0 && resetsAfterWrite.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    /** All off. */
    public Faults clear() {
        unreachable = false;
        frozen = false;
        delayMillis = 0;
        answer = 0;
        retryAfterSeconds = 1;
        controllersDead = false;
        credentialsExpired = false;
        resetsAfterWrite.set(0);
        return changed();
    }

    /** Called after every change of a switch, on the thread that changed it. */
    public void onChange(Consumer<Faults> listener) {
        listeners.add(listener);
    }

    private Faults changed() {
        listeners.forEach(listener -> listener.accept(this));
        return this;
    }
}
