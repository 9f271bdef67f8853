package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.ClusterReads.Change;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The looks at one cluster, one after the other: at its interval, or sooner when something changed. Looks at clusters
 * that did not answer last time, or were slow, have threads of their own, so that they delay no other (H2).
 */
final class ClusterPoller {

    private static final Logger LOG = Logger.getLogger(ClusterPoller.class);
    private static final int MOST_COUNTED = 4;

    private final PolledCluster polled;
    private final ClusterWatches watches;
    private final PollThreads threads;
    private final PollSettings settings;
    private final BiConsumer<ClusterObservation, Duration> looked;
    private final OncePerSecond failureLooks = new OncePerSecond(System::nanoTime);
    private @Nullable ScheduledFuture<?> due;
    private boolean running;
    private boolean again;
    private boolean atOnce;
    private boolean stopped;
    private long endedAt;
    private Duration gap;

    ClusterPoller(
            PolledCluster polled,
            ClusterWatches watches,
            PollThreads threads,
            PollSettings settings,
            BiConsumer<ClusterObservation, Duration> looked) {
        this.polled = polled;
        this.watches = watches;
        this.threads = threads;
        this.settings = settings;
        this.looked = looked;
        this.gap = settings.gap();
        this.endedAt = System.nanoTime() - gap.toNanos();
    }

    /**
     * Takes a target, or its newer state; if that is news it is looked at soon.
     *
     * @param appliedNanos when its epoch was applied, by {@link System#nanoTime}
     */
    void put(WatchedTarget target, long appliedNanos) {
        if (polled.put(target, appliedNanos)) {
            wake(Change.Other);
        }
    }

    /** The target is not looked at any more. */
    void remove(String target) {
        polled.remove(target);
    }

    /** The first look comes within a while, so that a new owner's looks do not come all at once. */
    synchronized void start(boolean urgent) {
        schedule(
                urgent
                        ? Duration.ZERO
                        : settings.spread().multipliedBy(random(100)).dividedBy(100));
    }

    /** Something may have changed: look soon; nothing before the start. */
    synchronized void wake(Change change) {
        if (stopped || due == null) {
            return;
        }
        boolean now = change == Change.Failure && failureLooks.tryAcquire();
        if (running) {
            again = true;
            atOnce |= now;
            return;
        }
        long wait = settings.debounce().toNanos();
        long rest = gap.toNanos() - (System.nanoTime() - endedAt);
        Duration soon = now ? Duration.ZERO : Duration.ofNanos(Math.max(wait, rest));
        ScheduledFuture<?> next = due;
        if (next == null || next.getDelay(TimeUnit.NANOSECONDS) > soon.toNanos()) {
            schedule(soon);
        }
    }

    /** No look is begun any more. */
    synchronized void stop() {
        stopped = true;
        if (due != null) {
            due.cancel(false);
        }
        watches.close();
    }

    private synchronized void schedule(Duration delay) {
        if (stopped) {
            return;
        }
        if (due != null) {
            due.cancel(false);
        }
        due = threads.timer().schedule(this::begin, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void begin() {
        if (stopped || running) {
            return;
        }
        CompletableFuture<?> reports = polled.reports();
        if (!reports.isDone()) {
            CompletableFuture<?> unused = reports.whenCompleteAsync((stored, thrown) -> begin(), threads.timer());
            return;
        }
        running = true;
        threads.look(this::look, polled.suspect());
    }

    private void look() {
        Duration next = settings.steadyInterval();
        long began = System.nanoTime();
        try {
            if (!polled.lost()) {
                PolledCluster.Result result = polled.look();
                next = result.interval();
                looked.accept(result.look(), Duration.ofNanos(System.nanoTime() - began));
                watches.follow(result.look(), polled.targets(), result.active(), this::wake);
            }
        } catch (RuntimeException e) {
            LOG.errorf(e, "look at a cluster failed: cluster=%s", polled.cluster());
        } finally {
            end(next, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private synchronized void end(Duration interval, Duration took) {
        running = false;
        endedAt = System.nanoTime();
        gap = gap(took, threads.looking(), settings.gap());
        if (again) {
            again = false;
            schedule(atOnce ? Duration.ZERO : gap);
            atOnce = false;
        } else {
            // Never later than was said, and not in step with others.
            schedule(interval.multipliedBy(90 + random(10)).dividedBy(100));
        }
    }

    /**
     * How long a cluster is left alone, however many changes there are: as long as it was looked at, for each cluster that is
     * looked at now, of which four count. So one cluster is followed closely, and many do not take all processors.
     */
    static Duration gap(Duration took, int looking, Duration least) {
        Duration rest = took.multipliedBy(Math.max(1, Math.min(looking, MOST_COUNTED)));
        return rest.compareTo(least) > 0 ? rest : least;
    }

    private static int random(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }
}
