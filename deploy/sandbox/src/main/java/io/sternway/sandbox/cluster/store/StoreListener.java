package io.sternway.sandbox.cluster.store;

/** Hears every change of one store. */
@FunctionalInterface
public interface StoreListener {
    /**
     * Called once for each change, in order, on the writer's thread and under the store's lock: put the event into a
     * queue and return. Writing to the store from here is refused with IllegalStateException, since later listeners
     * would see changes out of order.
     */
    void changed(StoreEvent event);
}
