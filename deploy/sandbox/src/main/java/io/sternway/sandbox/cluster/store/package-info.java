/**
 * One cluster's objects: versions, generations, finalizers, field managers, events. The same rules hold for clients
 * (through {@code api}) and for controllers (directly). No HTTP here, and nothing that an object does by itself.
 */
@NullMarked
package io.sternway.sandbox.cluster.store;

import org.jspecify.annotations.NullMarked;
