package io.sternway.watcher.config;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryFile;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Pulse;
import io.sternway.messaging.TopicGate;
import io.sternway.watcher.config.Wiring.Parts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops the service. It takes no partition before its topics are right and its inventory has been read
 * whole: a replica that knows no clusters would be deaf to them.
 */
@ApplicationScoped
public class WatcherLifecycle {

    private static final Logger LOG = Logger.getLogger(WatcherLifecycle.class);

    private final InventoryFile inventory;
    private final TopicGate topics;
    private final Provider<Parts> parts;
    private final OnceAMinute complaints = new OnceAMinute();
    private final Thread thread = new Thread(this::begin, "watcher");
    private final Pulse pulse = new Pulse(thread);
    private volatile @Nullable Parts running;
    private volatile String waitingFor = "start";
    private volatile boolean stopped;

    /**
     * @param parts makes what looks at clusters, when it is time to
     */
    @Inject
    WatcherLifecycle(InventoryFile inventory, TopicGate topics, Provider<Parts> parts) {
        this.inventory = inventory;
        this.topics = topics;
        this.parts = parts;
    }

    void start(@Observes StartupEvent event) {
        thread.setDaemon(true);
        thread.start();
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        Parts ended = running;
        if (ended != null) {
            ended.consumer().stop();
        } else {
            thread.interrupt();
        }
        thread.join(TimeUnit.SECONDS.toMillis(5));
    }

    /** What it still waits for; empty when it is at work. */
    String waitingFor() {
        Parts now = running;
        return waitingFor.isEmpty() && now != null && !now.consumer().isJoined() ? "its group" : waitingFor;
    }

    /** Whether it waits or works; else only a new start helps. */
    boolean isAlive() {
        Parts now = running;
        return pulse.isAlive() && (now == null || now.threads().isAlive(Pulse.STILL));
    }

    private void begin() {
        try {
            while (!topics.isOpen()) {
                pause("topics");
            }
            while (inventory.current().isEmpty()) {
                pause("inventory " + inventory.faults());
            }
            run(parts.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("the watcher has ended", e);
            waitingFor = "restart: " + e.getClass().getSimpleName();
        }
    }

    private void pause(String reason) throws InterruptedException {
        waitingFor = reason;
        pulse.beat();
        complaints.say(reason, () -> LOG.warnf("the watcher waits: for=%s", reason));
        if (stopped) {
            throw new InterruptedException("stopped");
        }
        TimeUnit.MILLISECONDS.sleep(500);
    }

    private void run(Parts now) {
        inventory.onChange((Inventory read) -> {
            now.partitions().listed(read.names());
            now.publishInventory().read(read);
        });
        running = now;
        waitingFor = "";
        try {
            if (!stopped) {
                now.consumer().run(pulse::beat);
            }
        } finally {
            waitingFor = "end";
            now.partitions().leave();
            now.threads().close();
            now.reports().close();
        }
    }
}
