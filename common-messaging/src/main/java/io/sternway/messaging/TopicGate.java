package io.sternway.messaging;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Holds a service back until its topics are as they must be: consumers and relay start behind it, readiness shows it.
 * While the broker is away or a topic is wrong it looks again, and says what is wrong once a minute; so neither the order
 * in which things start nor a topic that is created late needs a restart.
 */
public final class TopicGate implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(TopicGate.class);

    private final Supplier<List<TopicFault>> check;
    private final Backoff backoff;
    private final OnceAMinute once = new OnceAMinute();
    private final CompletableFuture<Boolean> open = new CompletableFuture<>();
    private final Thread thread = new Thread(this::look, "topic-gate");
    private volatile String state = "topics were not checked yet";

    /**
     * @param check finds the faults; throws {@link BrokerUnavailableException} when the broker is away
     * @param backoff waits between looks
     */
    public TopicGate(Supplier<List<TopicFault>> check, Backoff backoff) {
        this.check = check;
        this.backoff = backoff;
        thread.setDaemon(true);
    }

    /** Starts to look. */
    public void start() {
        thread.start();
    }

    /** Whether all topics were found right. */
    public boolean isOpen() {
        return open.getNow(false);
    }

    /** What stands against it, for people. */
    public String state() {
        return state;
    }

    /**
     * Waits until the gate is open.
     *
     * @return false if it was closed for good instead
     */
    public boolean await() throws InterruptedException {
        try {
            return open.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the gate is never completed with a failure", e);
        }
    }

    /** Runs that once the gate is open; at once if it is. */
    public void whenOpen(Runnable action) {
        CompletableFuture<Void> unused = open.thenAccept(opened -> {
            if (opened) {
                action.run();
            }
        });
    }

    /** Ends the looking; whoever waits goes away. */
    @Override
    public void close() {
        open.complete(false);
        thread.interrupt();
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private void look() {
        int failures = 0;
        while (!open.isDone()) {
            try {
                List<TopicFault> faults = check.get();
                if (faults.isEmpty()) {
                    state = "topics are right";
                    LOG.info("topics are right");
                    open.complete(true);
                    return;
                }
                state = "topics are wrong: " + faults;
                once.say(state, () -> LOG.errorf("topics are wrong, nothing is consumed or published: %s", faults));
            } catch (RuntimeException e) {
                if (open.isDone()) {
                    return;
                }
                state = "the broker is away: " + root(e);
                once.say("away", () -> LOG.warnf("the broker is away, will look again: %s", root(e)));
            }
            failures++;
            try {
                Thread.sleep(backoff.after(failures).toMillis());
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
