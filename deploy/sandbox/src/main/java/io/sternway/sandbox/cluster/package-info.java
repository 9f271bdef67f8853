/**
 * Simulated Kubernetes clusters that answer as a real API server does: how they are set up, switched on, off and broken,
 * and what is remembered of their requests. Objects live in {@code store}, HTTP in {@code api}, many clusters at once in
 * {@code fleet}, server-side apply in {@code apply}, what single kinds must be in {@code rules}, their structure in
 * {@code schema}, and what Deployments and Pods do by themselves in {@code controllers}. Nothing here knows a promotion.
 *
 * <p>The contract suite compares all of it with a real control plane. What only that one shows is left out: exact
 * sentences of validation, quotas, volumes, canonical quantities.
 */
@NullMarked
package io.sternway.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
