package io.sternway.watcher.app;

import io.sternway.clusters.Inventory;
import io.sternway.messaging.OnceAMinute;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the inventory, for the owner of partition 0: on taking over and at each change, until it is stored. What
 * could not be read whole never comes here (R6).
 */
public final class PublishInventory {

    private static final Logger LOG = LoggerFactory.getLogger(PublishInventory.class);
    private static final long RETRY_MILLIS = 1000;

    private final InventoryPublications publications;
    private final ScheduledExecutorService timer;
    private final OnceAMinute complaints = new OnceAMinute();
    private @Nullable Inventory newest;
    private @Nullable String published;
    private boolean owner;
    private boolean publishing;

    public PublishInventory(InventoryPublications publications, ScheduledExecutorService timer) {
        this.publications = publications;
        this.timer = timer;
    }

    /** The inventory was read whole. */
    public synchronized void read(Inventory inventory) {
        newest = inventory;
        publish();
    }

    synchronized void own() {
        owner = true;
        published = null;
        publish();
    }

    synchronized void disown() {
        owner = false;
    }

    private synchronized void publish() {
        Inventory next = newest;
        if (!owner || publishing || next == null || next.hash().equals(published)) {
            return;
        }
        publishing = true;
        CompletableFuture<?> unused = publications.publish(next).whenComplete((stored, thrown) -> ended(next, thrown));
    }

    private synchronized void ended(Inventory inventory, @Nullable Throwable thrown) {
        publishing = false;
        if (thrown == null) {
            published = inventory.hash();
            LOG.info(
                    "inventory published: {} clusters, hash {}",
                    inventory.clusters().size(),
                    inventory.hash());
            publish();
        } else {
            complaints.say("publish", () -> LOG.warn("inventory cannot be published yet: {}", thrown.toString()));
            ScheduledFuture<?> unused = timer.schedule(this::publish, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
