package io.sternway.promotion.app;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.intake.Failures;
import io.sternway.messaging.wiring.EndService;
import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * The worker of this replica: sleeps until the earliest promotion is due, or until a commit of this replica made one due
 * earlier, and decides. What another replica made due is its own worker's, and found here at the latest after the longest
 * sleep, should that replica have died. Without this worker no deadline acts: an error in it ends the service.
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
    private final EndService ending;
    private final Semaphore woken = new Semaphore(0);
    private final Semaphore asked = new Semaphore(0);
    private final OnceAMinute once = new OnceAMinute();
    private final Thread thread = daemon(this::run, "due-promotions");
    private final Pulse pulse = new Pulse(thread);
    private final Thread proving = daemon(this::prove, "catch-up");
    private final CountDownLatch stopping = new CountDownLatch(1);
    private long forgotten = System.nanoTime();

    DueWorker(
            DecideDue decideDue,
            ProveCatchUp proveCatchUp,
            DueTimes dueTimes,
            ForgetOld forgetOld,
            PromotionConfig config,
            EndService ending) {
        this.decideDue = decideDue;
        this.proveCatchUp = proveCatchUp;
        this.dueTimes = dueTimes;
        this.forgetOld = forgetOld;
        this.config = config;
        this.ending = ending;
    }

    /** Starts to work. */
    public void start() {
        thread.start();
        proving.start();
    }

    /** Something is due, or will be before the worker would look. */
    public void wake() {
        woken.release();
    }

    /** Whether it goes on, while the database is away too; else only a new start helps. */
    public boolean isAlive() {
        return pulse.isAlive();
    }

    /** Takes nothing new, and waits for what is in hand, 4 s at most. */
    void stop() throws InterruptedException {
        stopping.countDown();
        wake();
        asked.release();
        thread.join(TimeUnit.SECONDS.toMillis(3));
        proving.join(TimeUnit.SECONDS.toMillis(1));
    }

    private void run() {
        int limit = config.batch().due();
        while (!isStopping()) {
            pulse.beat();
            try {
                woken.drainPermits();
                boolean more = fanOut();
                DecideDue.Pass pass = decideDue.decide(limit);
                ask(pass);
                more |= pass.decided() == limit;
                forget();
                limit = Math.min(config.batch().due(), limit * 2);
                if (!more) {
                    sleep(untilNext());
                }
            } catch (RuntimeException | Error e) {
                if (Failures.isError(e)) {
                    ending.end("due-promotions", e);
                    return;
                }
                failed(e, limit);
                limit = 1;
                sleep(AFTER_FAILURE);
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
            stopping.countDown();
        }
    }

    /** A batch that fails is tried one by one; what fails alone, for no passing reason, is parked. */
    private void failed(Throwable e, int limit) {
        if (isStopping()) {
            return;
        }
        once.say("due", () -> LOG.errorf(e, "due promotions could not be decided, will try again"));
        if (limit == 1 && e instanceof UndecidedException undecided && !Failures.passes(e)) {
            try {
                decideDue.park(undecided);
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
        }
    }

    private void ask(DecideDue.Pass pass) {
        if (pass.catchUp().isEmpty()) {
            return;
        }
        try {
            proveCatchUp.ask(pass.catchUp(), pass.at());
            asked.release();
        } catch (RuntimeException e) {
            unproven(e);
        }
    }

    /** Consumers of other replicas tell nobody how far they are: so it looks again and again, while something is asked. */
    private void prove() {
        try {
            while (!isStopping()) {
                asked.drainPermits();
                if (proveCatchUp.isAsked()) {
                    look();
                    stopping.await(config.catchUp().look().toMillis(), TimeUnit.MILLISECONDS);
                } else {
                    asked.acquire();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            ending.end("catch-up", e);
        }
    }

    private void look() {
        try {
            proveCatchUp.look();
        } catch (RuntimeException e) {
            if (Failures.isError(e)) {
                throw e;
            }
            unproven(e);
        }
    }

    private void unproven(RuntimeException e) {
        once.say("catch-up", () -> LOG.warnf(e, "no proof that partitions were read, will try again"));
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
