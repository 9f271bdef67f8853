package io.sternway.promotion.app;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Quarkus;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * The worker of this replica: sleeps until the earliest promotion is due, or until a commit of this replica made one due
 * earlier, and decides. What another replica made due is its own worker's, and found here at the latest after the longest
 * sleep, should that replica have died.
 */
@ApplicationScoped
public class DueWorker {

    private static final Logger LOG = Logger.getLogger(DueWorker.class);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final DecideDue decideDue;
    private final ProveCatchUp proveCatchUp;
    private final DueTimes dueTimes;
    private final ForgetOld forgetOld;
    private final PromotionConfig config;
    private final Semaphore woken = new Semaphore(0);
    private final OnceAMinute once = new OnceAMinute();
    private final ExecutorService proving = Executors.newSingleThreadExecutor(task -> daemon(task, "catch-up"));
    private final Map<String, Set<Integer>> toProve = new HashMap<>();
    private final Thread thread = daemon(this::run, "due-promotions");
    private final Pulse pulse = new Pulse(thread);
    private long forgotten = System.nanoTime();
    private volatile boolean stopped;

    DueWorker(
            DecideDue decideDue,
            ProveCatchUp proveCatchUp,
            DueTimes dueTimes,
            ForgetOld forgetOld,
            PromotionConfig config) {
        this.decideDue = decideDue;
        this.proveCatchUp = proveCatchUp;
        this.dueTimes = dueTimes;
        this.forgetOld = forgetOld;
        this.config = config;
    }

    /** Starts to work. */
    public void start() {
        thread.start();
    }

    /** Something is due, or will be before the worker would look. */
    public void wake() {
        woken.release();
    }

    /** Whether it goes on, while the database is away too; else only a new start helps. */
    public boolean isAlive() {
        return pulse.isAlive();
    }

    /** Takes nothing new, and waits for the decision in hand, 3 s at most. */
    void stop() throws InterruptedException {
        stopped = true;
        wake();
        proving.shutdownNow();
        thread.join(TimeUnit.SECONDS.toMillis(3));
    }

    private void run() {
        int limit = config.batch().due();
        while (!stopped) {
            pulse.beat();
            try {
                woken.drainPermits();
                boolean more = fanOut();
                DecideDue.Pass pass = decideDue.decide(limit);
                prove(pass.catchUp());
                more |= pass.decided() == limit;
                forget();
                limit = Math.min(config.batch().due(), limit * 2);
                if (!more) {
                    sleep(untilNext());
                }
            } catch (RuntimeException e) {
                failed(e, limit);
                limit = 1;
                sleep(AFTER_FAILURE);
            } catch (Error e) {
                // Without this thread no deadline acts: another replica, or a restart, does better.
                LOG.fatal("the worker for due promotions cannot go on, the service ends", e);
                Quarkus.asyncExit(1);
                throw e;
            }
        }
    }

    private boolean fanOut() {
        return QuarkusTransaction.requiringNew()
                .call(() -> dueTimes.fanOut(config.batch().fanOut()));
    }

    private void forget() {
        if (System.nanoTime() - forgotten < config.retention().every().toNanos()) {
            return;
        }
        if (!forgetOld.forget()) {
            forgotten = System.nanoTime();
        }
    }

    private Duration untilNext() {
        Optional<Long> millis = QuarkusTransaction.requiringNew().call(dueTimes::earliest);
        Duration longest = config.timer().longestSleep();
        return millis.map(Duration::ofMillis)
                .filter(due -> due.compareTo(longest) < 0)
                .orElse(longest);
    }

    private void sleep(Duration time) {
        if (time.isNegative() || time.isZero()) {
            // Due, yet not taken: somebody else works on it.
            time = Duration.ofMillis(10);
        }
        try {
            woken.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }

    /** A batch that fails is tried one by one; what fails alone, for no passing reason, is parked. */
    private void failed(RuntimeException e, int limit) {
        if (stopped) {
            return;
        }
        once.say("due", () -> LOG.errorf(e, "due promotions could not be decided, will try again"));
        if (limit == 1 && !Failures.passes(e)) {
            try {
                decideDue.parkFirst(e);
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
        }
    }

    private void prove(Map<String, Set<Integer>> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        synchronized (toProve) {
            toProve.putAll(wanted);
        }
        proving.execute(this::proveAll);
    }

    private void proveAll() {
        Map<String, Set<Integer>> wanted;
        synchronized (toProve) {
            wanted = Map.copyOf(toProve);
            toProve.clear();
        }
        if (wanted.isEmpty()) {
            return;
        }
        try {
            proveCatchUp.prove(wanted);
        } catch (RuntimeException e) {
            once.say("catch-up", () -> LOG.warnf(e, "no proof that partitions were read, will try again"));
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
