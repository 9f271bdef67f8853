package io.sternway.watcher.app.report;

import io.sternway.clusters.Inventory;
import io.sternway.messaging.OnceAMinute;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the inventory, for the owner of partition 0: on taking over and at each change, until it is stored. What
 * could not be read whole never comes here (R6).
 */
public final class PublishInventory {

    private static final Logger LOG = Logger.getLogger(PublishInventory.class);
    private static final long RETRY_MILLIS = 1000;

    private final Function<Inventory, CompletableFuture<?>> publication;
    private final ScheduledExecutorService timer;
    private final OnceAMinute complaints = new OnceAMinute();
    private @Nullable Inventory newest;
    private @Nullable String published;
    private boolean owner;
    private boolean publishing;

    /**
     * @param publication publishes a reading that is whole; completes when it is stored
     * @param timer for the next try
     */
    public PublishInventory(Function<Inventory, CompletableFuture<?>> publication, ScheduledExecutorService timer) {
        this.publication = publication;
        this.timer = timer;
    }

    /** The inventory was read whole. */
    public synchronized void read(Inventory inventory) {
        newest = inventory;
        publish();
    }

    /** Partition 0 is ours: the inventory is published anew. */
    public synchronized void own() {
        owner = true;
        published = null;
        publish();
    }

    /** Partition 0 is ours no longer. */
    public synchronized void disown() {
        owner = false;
    }

    private synchronized void publish() {
        Inventory next = newest;
        if (!owner || publishing || next == null || next.hash().equals(published)) {
            return;
        }
        publishing = true;
        CompletableFuture<?> unused = publication.apply(next).whenComplete((stored, thrown) -> ended(next, thrown));
    }

    private synchronized void ended(Inventory inventory, @Nullable Throwable thrown) {
        publishing = false;
        if (thrown == null) {
            published = inventory.hash();
            LOG.infof(
                    "inventory published: clusters=%d hash=%s",
                    inventory.clusters().size(), inventory.hash());
            publish();
        } else {
            complaints.say("publish", () -> LOG.warnf("inventory cannot be published yet: failure=%s", thrown));
            ScheduledFuture<?> unused = timer.schedule(this::publish, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
