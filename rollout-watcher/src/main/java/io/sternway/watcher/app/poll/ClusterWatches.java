package io.sternway.watcher.app.poll;

import io.sternway.watcher.app.observe.ClusterObservation;
import io.sternway.watcher.app.observe.ClusterReads;
import io.sternway.watcher.app.observe.ClusterReads.Change;
import io.sternway.watcher.app.observe.ClusterReads.ChangeWatch;
import io.sternway.watcher.domain.readiness.Readiness;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import io.sternway.watcher.domain.watch.WatchedTarget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watches of one cluster while something is going on there: on the kinds that change by themselves, and on the Pods
 * of namespaces where workloads are not ready. They only make looking faster; losing one is harmless (H2).
 */
final class ClusterWatches {

    private static final int MOST = 12;

    private final String cluster;
    private final ClusterReads reads;
    private final Map<Subject, ChangeWatch> open = new HashMap<>();
    private boolean closed;

    private record Subject(ResourceKind kind, @Nullable String namespace) {}

    ClusterWatches(String cluster, ClusterReads reads) {
        this.cluster = cluster;
        this.reads = reads;
    }

    /** Follows what the look shows to be going on, and nothing else. */
    synchronized void follow(
            ClusterObservation look, List<WatchedTarget> targets, boolean active, Consumer<Change> changed) {
        if (closed) {
            return;
        }
        Set<Subject> wanted = look.reached() && active ? wanted(look, targets) : Set.of();
        open.entrySet().removeIf(entry -> {
            boolean keep = wanted.contains(entry.getKey()) && entry.getValue().open();
            if (!keep) {
                entry.getValue().close();
            }
            return !keep;
        });
        for (Subject subject : wanted) {
            if (open.size() < MOST) {
                open.computeIfAbsent(
                        subject, missing -> reads.watch(cluster, missing.kind(), missing.namespace(), changed));
            }
        }
    }

    private static Set<Subject> wanted(ClusterObservation look, List<WatchedTarget> targets) {
        Set<Subject> wanted = new HashSet<>();
        for (WatchedTarget target : targets) {
            for (WatchedObject object : target.objects()) {
                if (Readiness.changesByItself(object)) {
                    wanted.add(new Subject(object.kind(), null));
                }
            }
        }
        look.unready().forEach(namespace -> wanted.add(new Subject(ResourceKind.POD, namespace)));
        return wanted;
    }

    synchronized void close() {
        closed = true;
        open.values().forEach(ChangeWatch::close);
        open.clear();
    }
}
