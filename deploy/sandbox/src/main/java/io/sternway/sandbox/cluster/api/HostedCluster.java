package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.cluster.SimulatedCluster;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.CustomKinds;
import io.vertx.core.http.HttpConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One cluster of a fleet: its objects, its API, and what clients have open at it. */
public final class HostedCluster implements SimulatedCluster {
    /** Changes that are remembered for watches that start in the past; older ones are 410 Gone. */
    private static final int WATCH_HISTORY = 512;
    /** From a CustomResourceDefinition's creation until its instances are served. */
    private static final Duration UNTIL_DEFINITION_IS_SERVED = Duration.ofMillis(40);

    private final String name;
    private final ClusterStore store;
    private final @Nullable Path state;
    private long savedVersion;
    private final Faults faults = new Faults();
    private final RequestLog requests = new RequestLog();
    private final ScheduledExecutorService scheduler;
    private final CustomKinds customKinds;
    private final Set<WatchStream> watches = ConcurrentHashMap.newKeySet();
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final Deque<Runnable> frozen = new ArrayDeque<>();
    private final Resources resources;
    private Controllers.@Nullable Running controllers;

    public HostedCluster(String name, FleetOptions options, ScheduledExecutorService scheduler) {
        this.name = name;
        this.scheduler = scheduler;
        this.state = options.state() == null ? null : options.state().resolve(name + ".cluster");
        this.store = state == null
                ? new ClusterStore(Clock.systemUTC(), WATCH_HISTORY)
                : ClusterStore.at(state, Clock.systemUTC(), WATCH_HISTORY);
        this.customKinds = new CustomKinds(store, scheduler, UNTIL_DEFINITION_IS_SERVED);
        this.resources = new Resources(this);
        faults.onChange(this::faultsChanged);
    }

    /** Lets controllers begin. */
    public void live(Controllers by) {
        controllers = by.start(this);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ClusterStore store() {
        return store;
    }

    @Override
    public Faults faults() {
        return faults;
    }

    /** Writes that were asked for through the API. */
    public RequestLog requests() {
        return requests;
    }

    @Override
    public ScheduledExecutorService scheduler() {
        return scheduler;
    }

    Resources resources() {
        return resources;
    }

    Set<WatchStream> watches() {
        return watches;
    }

    Set<HttpConnection> connections() {
        return connections;
    }

    /** Open watches end with 410 Gone, and none can start in the past: as after a compaction. */
    public void expireWatches() {
        store.forgetHistory();
        resources.reads().continuations().forget();
        ApiFailure gone =
                new ApiFailure(410, "Expired", "The resourceVersion for the provided watch is too old.", null);
        watches.forEach(watch -> watch.fail(gone));
    }

    /** Open watches end without a word. */
    public void cutWatches() {
        watches.forEach(WatchStream::cut);
    }

    /** Writes the objects to disk, if they are kept and have changed. */
    public synchronized void save() {
        long version = store.resourceVersion();
        if (state == null || version == savedVersion) {
            return;
        }
        try {
            store.save(state);
            savedVersion = version;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the state of cluster " + name, e);
        }
    }

    /** Keeps a request that came while the cluster is frozen; false when it is not. */
    boolean hold(Runnable request) {
        synchronized (frozen) {
            if (!faults.frozen()) {
                return false;
            }
            frozen.add(request);
            return true;
        }
    }

    private void faultsChanged(Faults now) {
        if (now.unreachable()) {
            watches.forEach(WatchStream::cut);
            connections.forEach(HttpConnection::close);
        }
        if (!now.frozen()) {
            Collection<Runnable> held;
            synchronized (frozen) {
                held = new ArrayDeque<>(frozen);
                frozen.clear();
            }
            held.forEach(Runnable::run);
        }
    }

    /** Ends controllers and watches, and saves. */
    public void close() {
        if (controllers != null) {
            controllers.close();
        }
        customKinds.close();
        watches.forEach(WatchStream::end);
        save();
    }
}
