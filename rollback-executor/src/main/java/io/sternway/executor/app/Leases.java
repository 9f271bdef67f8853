package io.sternway.executor.app;

import io.sternway.executor.domain.ledger.TargetKey;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.store.Transactions;
import io.sternway.vocabulary.DeploymentReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * The leases that this replica's workers hold (X3). They are renewed on a thread of their own, and with each renewal
 * every worker hears whether its command was called back or replaced. If the database is away nothing is renewed, and
 * workers stop by themselves.
 */
final class Leases {
    private static final Logger LOG = Logger.getLogger(Leases.class);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration DRAIN = Duration.ofSeconds(4);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    private final Targets targets;
    private final Transactions transactions;
    private final Workers.Settings settings;
    private final Map<TargetKey, Lease> held = new ConcurrentHashMap<>();
    private final Thread renewer = new Thread(this::renewForEver, "lease-renewer");
    private final Pulse pulse = new Pulse(renewer);

    Leases(Targets targets, Transactions transactions, Workers.Settings settings) {
        this.targets = targets;
        this.transactions = transactions;
        this.settings = settings;
    }

    void start() {
        renewer.setDaemon(true);
        renewer.start();
    }

    /** Tells all workers to stop and waits until they have: for one call's time, and {@link #DRAIN} at most. */
    void stop() {
        held.values().forEach(lease -> lease.stop(DeploymentReason.LeaseLost));
        long patience = Math.min(settings.callTimeout().toNanos(), DRAIN.toNanos());
        long end = System.nanoTime() + patience;
        while (!held.isEmpty() && System.nanoTime() - end < 0 && Pause.of(LOOK)) {
            held.values().forEach(lease -> lease.stop(DeploymentReason.LeaseLost));
        }
        renewer.interrupt();
    }

    /** Whether they are renewed, or it is tried. */
    boolean isAlive() {
        return pulse.isAlive();
    }

    boolean has(TargetKey key) {
        return held.containsKey(key);
    }

    void add(Lease lease) {
        held.put(lease.key(), lease);
    }

    void remove(Lease lease) {
        held.remove(lease.key(), lease);
    }

    /** Whether they could be renewed. */
    boolean renew(List<TargetKey> keys) {
        if (keys.isEmpty()) {
            return true;
        }
        long sentAt = System.nanoTime();
        try {
            transactions
                    .in(() -> targets.renew(settings.replica(), keys, settings.lease()))
                    .forEach(renewal -> renewed(renewal, sentAt));
            return true;
        } catch (RuntimeException e) {
            LOG.warn("leases could not be renewed, will try again", e);
            return false;
        }
    }

    private void renewed(Targets.Renewal renewal, long sentAt) {
        Lease lease = held.get(renewal.key());
        if (lease == null) {
            return;
        }
        lease.renewed(sentAt);
        if (renewal.epoch() != lease.epoch()) {
            lease.stop(DeploymentReason.Superseded);
        } else if (renewal.toStop()) {
            lease.stop(DeploymentReason.Cancelled);
        }
    }

    /** Renews all; how long to wait until the next time. */
    Duration renewAll() {
        return renew(List.copyOf(held.keySet())) ? settings.renewal() : AFTER_FAILURE;
    }

    private void renewForEver() {
        Duration next = settings.renewal();
        while (Pause.of(next)) {
            pulse.beat();
            next = renewAll();
        }
    }
}
