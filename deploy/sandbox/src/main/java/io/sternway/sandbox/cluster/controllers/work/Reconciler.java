package io.sternway.sandbox.cluster.controllers.work;

import io.sternway.sandbox.cluster.store.StoreEvent;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One controller. Its methods are never called in parallel for the same cluster. */
public interface Reconciler {
    /** Says which objects of its kind a change concerns. */
    void changed(StoreEvent event, Consumer<ObjectKey> concerned);

    /**
     * Brings one object a step nearer to its spec. It is called again when something has changed.
     *
     * @return when to look again even if nothing changes; null: not at all
     */
    @Nullable
    Duration reconcile(ObjectKey key);
}
