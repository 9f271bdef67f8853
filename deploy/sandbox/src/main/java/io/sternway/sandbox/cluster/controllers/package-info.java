/**
 * What a cluster does by itself, as kube-controller-manager, kube-scheduler and kwok of {@code deploy/control-plane} do
 * it: all controllers together, those of namespaces and garbage, and the kubelets. Those of workloads are in
 * {@code workloads}.
 *
 * <p>They see a cluster through its {@code ClusterStore} only, work when it changes or when something is due, and hold
 * no thread. No HTTP here, and nothing that knows a promotion. Quotas, volumes and disruption budgets are objects here
 * that nobody acts on: only a real control plane shows these.
 */
@NullMarked
package io.sternway.sandbox.cluster.controllers;

import org.jspecify.annotations.NullMarked;
