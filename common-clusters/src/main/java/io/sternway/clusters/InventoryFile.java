package io.sternway.clusters;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The inventory file, read again when it changes. What cannot be read whole changes nothing: the last good reading
 * stays, and the faults are logged once for each content (A9, R6). A file that is being written is read when it has
 * been still for a moment; replacing it by a rename, or the link of a mounted ConfigMap, is noticed as well.
 */
public final class InventoryFile implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(InventoryFile.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration STILL = Duration.ofMillis(200);

    private final Path file;
    private final List<Consumer<Inventory>> listeners = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile @Nullable Inventory current;
    private volatile List<InventoryFault> faults = List.of();
    private volatile boolean closed;
    private @Nullable FileStamp stamp;
    private @Nullable InventoryReading last;

    private InventoryFile(Path file) {
        this.file = file.toAbsolutePath();
        this.thread = new Thread(this::follow, "inventory-file");
        this.thread.setDaemon(true);
    }

    /**
     * Reads the file and follows it from then on. A file that is missing or broken now is waited for: {@link #current}
     * stays empty until it can be read.
     */
    public static InventoryFile open(Path file) {
        InventoryFile opened = new InventoryFile(file);
        opened.stamp = FileStamp.of(opened.file);
        opened.read();
        opened.thread.start();
        return opened;
    }

    /** The last reading that was whole; empty if there was none since the start. */
    public Optional<Inventory> current() {
        return Optional.ofNullable(current);
    }

    /** What is wrong with the file as it is now; empty if nothing. */
    public List<InventoryFault> faults() {
        return faults;
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** Calls the listener with each new reading, and at once with the present one, on the thread that read it. */
    public void onChange(Consumer<Inventory> listener) {
        listeners.add(listener);
        Inventory now = current;
        if (now != null) {
            listener.accept(now);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void follow() {
        try (WatchService watch = watchFolder()) {
            while (!closed) {
                await(watch);
                FileStamp now = FileStamp.of(file);
                if (!now.equals(stamp)) {
                    stamp = settled(now);
                    read();
                }
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            // Closed.
        } catch (IOException e) {
            LOG.warn("inventory folder cannot be released", e);
        }
    }

    /** Null where the file system cannot tell of changes: looking each second is enough. */
    private @Nullable WatchService watchFolder() {
        Path folder = file.getParent();
        try {
            WatchService watch = file.getFileSystem().newWatchService();
            if (folder != null) {
                folder.register(
                        watch,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            }
            return watch;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.infof("the inventory's folder cannot be watched, it is looked at each second: folder=%s", folder);
            return null;
        }
    }

    private static void await(@Nullable WatchService watch) throws InterruptedException {
        if (watch == null) {
            TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
            return;
        }
        WatchKey key = watch.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        if (key != null) {
            key.pollEvents();
            key.reset();
        }
    }

    private FileStamp settled(FileStamp seen) throws InterruptedException {
        FileStamp before = seen;
        while (true) {
            TimeUnit.MILLISECONDS.sleep(STILL.toMillis());
            FileStamp now = FileStamp.of(file);
            if (now.equals(before)) {
                return now;
            }
            before = now;
        }
    }

    private void read() {
        InventoryReading reading;
        try {
            Path folder = file.getParent();
            reading = InventoryReader.read(Files.readAllBytes(file), folder == null ? file : folder);
        } catch (IOException e) {
            reading = new InventoryReading.Faulty(List.of(new InventoryFault(
                    "", file.toString(), "it cannot be read: " + e.getClass().getSimpleName())));
        }
        if (reading.equals(last)) {
            return;
        }
        last = reading;
        if (reading instanceof InventoryReading.Whole whole) {
            faults = List.of();
            current = whole.inventory();
            LOG.infof(
                    "inventory read: clusters=%d hash=%s",
                    whole.inventory().clusters().size(), whole.inventory().hash());
            tell(whole.inventory());
        } else if (reading instanceof InventoryReading.Faulty faulty) {
            faults = faulty.faults();
            LOG.warnf(
                    "the inventory cannot be used, the last good one stays if there is one: file=%s hasOne=%s faults=%s",
                    file, current != null, faulty.faults());
        }
    }

    private void tell(Inventory inventory) {
        for (Consumer<Inventory> listener : listeners) {
            try {
                listener.accept(inventory);
            } catch (RuntimeException e) {
                LOG.error("inventory listener failed", e);
            }
        }
    }
}
