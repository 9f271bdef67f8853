package io.sternway.sandbox.cluster.controllers.work;

import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One cluster's work: each object at most once, in the order of its first change, one at a time, on the fleet's shared
 * scheduler. While the controllers are dead nothing is taken from it; what has gathered is done when they are back.
 */
public final class WorkQueue {
    private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
    private static final int TURN = 64;
    private static final Duration FIRST_RETRY = Duration.ofMillis(20);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);

    private record Item(Reconciler reconciler, ObjectKey key) {}

    private final SimulatedCluster cluster;
    private final List<Reconciler> reconcilers;
    private final Deque<StoreEvent> events = new ArrayDeque<>();
    private final Deque<Item> items = new ArrayDeque<>();
    private final Set<Item> waiting = new HashSet<>();
    private final Map<Item, Duration> retries = new HashMap<>();
    private boolean open;
    private boolean scheduled;
    private boolean closed;

    public WorkQueue(SimulatedCluster cluster, List<Reconciler> reconcilers) {
        this.cluster = cluster;
        this.reconcilers = List.copyOf(reconcilers);
    }

    /** Begins with what is there already, before the changes that have come meanwhile. */
    public synchronized void open(List<StoreEvent> present) {
        for (int i = present.size() - 1; i >= 0; i--) {
            events.addFirst(present.get(i));
        }
        open = true;
        schedule();
    }

    /** Takes a change; called under the store's lock, hence returns at once. */
    public synchronized void changed(StoreEvent event) {
        events.add(event);
        schedule();
    }

    /** Looks at whether there is work, after the controllers have been switched on again. */
    public synchronized void wake() {
        schedule();
    }

    public synchronized void close() {
        closed = true;
        events.clear();
        items.clear();
    }

    private synchronized void schedule() {
        if (scheduled || stopped() || (events.isEmpty() && items.isEmpty())) {
            return;
        }
        try {
            cluster.scheduler().execute(this::turn);
            scheduled = true;
        } catch (RejectedExecutionException e) {
            // The fleet is going down.
            closed = true;
        }
    }

    private void turn() {
        for (int i = 0; i < TURN; i++) {
            Item item = next();
            if (item == null) {
                break;
            }
            work(item);
        }
        synchronized (this) {
            scheduled = false;
            schedule();
        }
    }

    private @Nullable Item next() {
        // Outside of this queue's lock: reconcilers read the store, and the store calls changed() under its own lock.
        for (StoreEvent event = nextEvent(); event != null; event = nextEvent()) {
            for (Reconciler reconciler : reconcilers) {
                tell(reconciler, event);
            }
        }
        return nextItem();
    }

    private void tell(Reconciler reconciler, StoreEvent event) {
        try {
            reconciler.changed(event, key -> put(new Item(reconciler, key)));
        } catch (RuntimeException e) {
            LOG.error("controller failed: cluster={} object={}", cluster.name(), ObjectKey.of(event.object()), e);
        }
    }

    private synchronized @Nullable StoreEvent nextEvent() {
        return stopped() ? null : events.poll();
    }

    private synchronized @Nullable Item nextItem() {
        Item item = stopped() ? null : items.poll();
        if (item != null) {
            waiting.remove(item);
        }
        return item;
    }

    private boolean stopped() {
        return !open || closed || cluster.faults().controllersDead();
    }

    private synchronized void put(Item item) {
        if (!closed && waiting.add(item)) {
            items.add(item);
        }
    }

    private void work(Item item) {
        try {
            Duration again = item.reconciler().reconcile(item.key());
            retries.remove(item);
            if (again != null) {
                later(item, again);
            }
        } catch (ApiFailure e) {
            // As a real controller does: what is refused (in a terminating namespace, or under a name that is taken) is
            // tried again.
            Duration delay = retries.merge(item, FIRST_RETRY, (before, first) -> {
                Duration doubled = before.multipliedBy(2);
                return doubled.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : doubled;
            });
            later(item, delay);
        } catch (RuntimeException e) {
            LOG.error("controller failed: cluster={} object={}", cluster.name(), item.key(), e);
        }
    }

    private void later(Item item, Duration delay) {
        try {
            // What it does cannot fail.
            var unused = cluster.scheduler()
                    .schedule(
                            () -> {
                                put(item);
                                wake();
                            },
                            delay.toMillis(),
                            TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            close();
        }
    }
}
