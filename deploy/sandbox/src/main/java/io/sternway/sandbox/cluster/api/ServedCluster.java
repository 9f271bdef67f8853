package io.sternway.sandbox.cluster.api;

import io.sternway.sandbox.cluster.Controllers;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.FleetOptions;
import io.sternway.sandbox.cluster.HostedCluster;
import io.sternway.sandbox.cluster.RequestLog;
import io.sternway.sandbox.cluster.store.ApiFailure;
import io.sternway.sandbox.cluster.store.ClusterStore;
import io.sternway.sandbox.cluster.store.CustomKinds;
import io.vertx.core.http.HttpConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One cluster of a fleet: its objects, and what clients have open at it. */
final class ServedCluster implements HostedCluster {
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

    ServedCluster(String name, FleetOptions options, ScheduledExecutorService scheduler) {
        this.name = name;
        this.scheduler = scheduler;
        this.state = options.state() == null ? null : options.state().resolve(name + ".cluster");
        this.store = state == null
                ? new ClusterStore(Clock.systemUTC(), options.watchHistory())
                : ClusterStore.at(state, Clock.systemUTC(), options.watchHistory());
        this.customKinds = new CustomKinds(store, scheduler, options.crdDelay());
        this.resources = new Resources(this);
        faults.onChange(this::faultsChanged);
    }

    void live(Controllers by) {
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

    @Override
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

    @Override
    public void expireWatches() {
        store.forgetHistory();
        resources.reads().continuations().forget();
        ApiFailure gone =
                new ApiFailure(410, "Expired", "The resourceVersion for the provided watch is too old.", null);
        watches.forEach(watch -> watch.fail(gone));
    }

    @Override
    public void cutWatches() {
        watches.forEach(WatchStream::cut);
    }

    /** Writes the objects to disk, if they are kept and have changed. */
    synchronized void save() {
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

    void close() {
        if (controllers != null) {
            controllers.close();
        }
        customKinds.close();
        watches.forEach(WatchStream::end);
        save();
    }
}
