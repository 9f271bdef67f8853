/**
 * Real Kubernetes control planes for tests and benchmarks, driven through {@code deploy/control-plane/cluster}.
 *
 * <p>Only what starts, stops and disturbs such a cluster lives here; nothing of the simulation, and no Kubernetes client.
 */
@NullMarked
package io.sternway.sandbox.cluster.real;

import org.jspecify.annotations.NullMarked;
