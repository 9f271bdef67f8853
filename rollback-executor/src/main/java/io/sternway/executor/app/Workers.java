package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.AttemptResult;
import io.sternway.executor.domain.ledger.Target;
import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.executor.domain.ledger.WorkMoves;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.store.Transactions;
import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.jboss.logging.Logger;

/**
 * Takes due targets from the database and has each worked on (X1, X3, X8). Sleeps until the earliest is due, and is woken
 * by {@link #wake}. Leases are renewed while work goes on; whoever loses its lease stops by itself.
 */
public final class Workers implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Workers.class);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    /** Something is due where no worker may start; the end of a worker wakes us earlier. */
    private static final Duration CLUSTER_BUSY = Duration.ofMillis(100);

    private final Targets targets;
    private final Transactions transactions;
    private final WorkOnTarget work;
    private final Slots slots;
    private final ExecutorService threads;
    private final Settings settings;
    private final WorkObserver observer;
    private final Leases leases;
    private final StoreResult results;
    private final Semaphore bell = new Semaphore(0);
    private final AtomicLong claims = new AtomicLong();
    private final Thread dispatcher = new Thread(this::dispatch, "dispatcher");
    private final Pulse pulse = new Pulse(dispatcher);
    private volatile boolean closed;
    private volatile boolean failing;

    /**
     * How work is held.
     *
     * @param replica names this process among all replicas
     * @param lease how long a worker may hold a target without renewing
     * @param renewal how often leases are renewed
     * @param callTimeout the most that one call to a cluster takes
     * @param idle the longest sleep of the dispatcher
     */
    public record Settings(String replica, Duration lease, Duration renewal, Duration callTimeout, Duration idle) {}

    public Workers(
            Targets targets,
            Publications publications,
            Transactions transactions,
            WorkOnTarget work,
            Slots slots,
            ExecutorService threads,
            Settings settings,
            WorkObserver observer,
            DoubleSupplier jitter) {
        this.targets = targets;
        this.transactions = transactions;
        this.work = work;
        this.slots = slots;
        this.threads = threads;
        this.settings = settings;
        this.observer = observer;
        this.leases = new Leases(targets, transactions, settings);
        this.results = new StoreResult(targets, publications, transactions, observer, settings.lease(), jitter);
    }

    public void start() {
        dispatcher.setDaemon(true);
        dispatcher.start();
        leases.start();
    }

    /** Something may be due. */
    public void wake() {
        bell.release();
    }

    /** A target's row has changed: whoever works on it here looks at once what it wants now. */
    public void changed(TargetKey key) {
        wake();
        if (leases.has(key)) {
            threads.execute(() -> leases.renew(List.of(key)));
        }
    }

    /** Whether the dispatcher can reach the database. */
    public boolean isWell() {
        return dispatcher.isAlive() && !failing;
    }

    /** Whether they go on, while the database is away too; else only a new start helps. */
    public boolean isAlive() {
        return pulse.isAlive() && leases.isAlive();
    }

    /** Takes nothing new; what is in hand stops after the call in flight, which is waited for 4 s at most. */
    @Override
    public void close() {
        closed = true;
        wake();
        leases.stop();
    }

    private void dispatch() {
        while (!closed) {
            pulse.beat();
            try {
                int taken = slots.free() > 0 ? take() : 0;
                if (failing) {
                    LOG.info("targets are taken again");
                    failing = false;
                }
                if (taken == 0) {
                    sleep(untilNextDue());
                }
            } catch (RuntimeException e) {
                if (!failing) {
                    failing = true;
                    LOG.warn("targets cannot be taken, will try again", e);
                }
                sleep(AFTER_FAILURE);
            }
        }
    }

    private int take() {
        String worker = settings.replica() + ":" + claims.incrementAndGet();
        long sentAt = System.nanoTime();
        List<Job> jobs = transactions.in(() -> claim(worker, sentAt));
        for (Job job : jobs) {
            slots.take(job.target().key().cluster());
            leases.add(job.lease());
            threads.execute(() -> run(job));
        }
        return jobs.size();
    }

    /** Only takes: what one target's row brings about must not keep the others from being taken. */
    private List<Job> claim(String worker, long sentAt) {
        List<Targets.Claim> claimed = targets.claim(
                worker, settings.lease(), settings.callTimeout(), slots.freeAt(), slots.perCluster(), slots.free());
        Instant now = targets.now();
        return claimed.stream()
                .map(claim ->
                        new Job(claim.target(), claim.takenOver(), now, worker, lease(claim.target(), sentAt, now)))
                .toList();
    }

    private Lease lease(Target target, long sentAt, Instant now) {
        long left = Math.min(Duration.between(now, target.workEndsAt()).toMillis(), TimeUnit.DAYS.toMillis(365));
        return new Lease(
                target.key(),
                target.epoch(),
                System::nanoTime,
                sentAt,
                settings.lease().minus(settings.callTimeout()).toNanos(),
                sentAt + TimeUnit.MILLISECONDS.toNanos(left));
    }

    private void run(Job job) {
        TargetKey key = job.target().key();
        long began = System.nanoTime();
        boolean answered = true;
        try {
            AttemptResult result = attempt(job);
            if (!(result instanceof AttemptResult.NotBegun)) {
                observer.attempted(job.target(), result, Duration.ofNanos(System.nanoTime() - began));
            }
            answered = !isSilence(result);
            results.store(job, result);
        } finally {
            leases.remove(job.lease());
            slots.giveBack(key.cluster(), answered);
            wake();
        }
    }

    private AttemptResult attempt(Job job) {
        if (WorkMoves.isOver(job.target(), job.takenAt())
                || WorkMoves.isTooLate(job.target(), settings.callTimeout(), job.takenAt())) {
            return new AttemptResult.NotBegun(job.takenOver());
        }
        try {
            return work.attempt(job.target(), job.worker(), job.lease());
        } catch (RuntimeException e) {
            LOG.errorf(
                    e,
                    "attempt failed unexpectedly: target=%s epoch=%d",
                    job.target().key(),
                    job.target().epoch());
            return new AttemptResult.RetryLater(
                    DeploymentReason.InternalError,
                    "unexpected " + e.getClass().getSimpleName(),
                    null,
                    false,
                    true,
                    List.of());
        }
    }

    private Duration untilNextDue() {
        if (slots.free() == 0) {
            return settings.idle();
        }
        Duration left = transactions
                .in(() -> targets.untilNextDue(settings.callTimeout()))
                .orElse(settings.idle());
        return left.isNegative() || left.isZero() ? CLUSTER_BUSY : left;
    }

    private void sleep(Duration duration) {
        long most = Math.min(settings.idle().toMillis(), Math.max(5, duration.toMillis()));
        try {
            if (bell.tryAcquire(most, TimeUnit.MILLISECONDS)) {
                bell.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isSilence(AttemptResult result) {
        return result instanceof AttemptResult.RetryLater again
                && !again.soon()
                && (again.reason() == DeploymentReason.Unreachable
                        || again.reason() == DeploymentReason.ClusterUnknown);
    }

    /** A target that was taken. */
    record Job(Target target, boolean takenOver, Instant takenAt, String worker, Lease lease) {}
}
