package io.sternway.sandbox.cluster.store;

import io.sternway.sandbox.cluster.model.Failures;
import io.sternway.sandbox.cluster.model.ResourceKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last changes of a cluster. Not thread-safe: the store's lock guards it. */
final class WatchHistory {
    private final int limit;
    private final Deque<Change> changes = new ArrayDeque<>();
    /** Every change after this version is remembered. */
    private long complete;

    WatchHistory(int limit) {
        this.limit = limit;
    }

    void add(Change change) {
        changes.addLast(change);
        if (changes.size() > limit) {
            complete = changes.removeFirst().resourceVersion();
        }
    }

    /** Forgets everything: watches can only start at {@code now} or later. */
    void forget(long now) {
        changes.clear();
        complete = now;
    }

    /** What came after a version, oldest first; 410 when that is no longer known. */
    List<Change> since(long resourceVersion, ResourceKind kind) {
        if (resourceVersion < complete) {
            throw Failures.expired(resourceVersion, complete + 1);
        }
        List<Change> out = new ArrayList<>();
        for (Change change : changes) {
            if (change.resourceVersion() > resourceVersion
                    && change.kind().qualifiedPlural().equals(kind.qualifiedPlural())) {
                out.add(change);
            }
        }
        return out;
    }
}
