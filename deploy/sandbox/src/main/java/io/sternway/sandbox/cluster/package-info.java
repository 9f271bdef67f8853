/**
 * Simulated Kubernetes clusters: many in one process, behind one HTTP port, that answer as a real API server does.
 * What a cluster is and how it is switched on, off and broken lives here; objects live in {@code store}, HTTP in
 * {@code api}, server-side apply in {@code apply}, the structure of kinds in {@code schema}, and what Deployments and
 * Pods do by themselves in {@code controllers}. Nothing here knows a promotion.
 */
@NullMarked
package io.sternway.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
