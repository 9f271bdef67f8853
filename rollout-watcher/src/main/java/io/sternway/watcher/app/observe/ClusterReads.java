package io.sternway.watcher.app.observe;

import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ObjectKey;
import io.sternway.watcher.domain.watch.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads of clusters' APIs. Each call has a deadline and is not repeated by itself; each throws {@link
 * io.sternway.clusters.ClusterException} when there is no answer, or none that can be used.
 */
public interface ClusterReads {

    /** Objects of one kind, page by page; only those that are to be kept stay in memory. */
    List<Json> list(String cluster, Query query, Predicate<ObjectKey> keep);

    /** One object as it is now; empty if there is none. */
    Optional<Json> get(String cluster, ResourceKind kind, ObjectKey key);

    /** Returns if the API server serves, its storage included; needs no rights. */
    void proveLife(String cluster);

    /**
     * Tells of each change until it is closed or ends by itself, which is no failure: a watch only makes looking faster
     * (H2).
     */
    ChangeWatch watch(String cluster, ResourceKind kind, @Nullable String namespace, Consumer<Change> changed);

    /** Nothing is held there any more. */
    void forget(String cluster);

    /**
     * What to list.
     *
     * @param kind the kind
     * @param namespace one namespace; absent for all
     * @param selector label selector
     * @param notOlderThan a resourceVersion that the listing must have reached; absent for a consistent one
     */
    record Query(
            ResourceKind kind,
            @Nullable String namespace,
            @Nullable String selector,
            @Nullable String notOlderThan) {

        /** Everything that some inventory of ours has on the cluster: the label's mere presence (H2). */
        static Query ofInventories(ResourceKind kind, @Nullable String notOlderThan) {
            return new Query(kind, null, "applyset.kubernetes.io/part-of", notOlderThan);
        }
    }

    /** What a watch tells of a change. The next look says what it was. */
    enum Change {
        /** It seems that a Pod fails. */
        Failure,
        /** Anything else. */
        Other
    }

    /** A watch that is under way. */
    interface ChangeWatch extends AutoCloseable {

        /** Whether it still calls back. */
        boolean open();

        @Override
        void close();
    }
}
