/**
 * What a cluster does by itself: the controllers of Deployments, StatefulSets, DaemonSets, Jobs and their kin, garbage
 * collection, and the kubelets, as kube-controller-manager, kube-scheduler and kwok of {@code deploy/control-plane} do it.
 *
 * <p>They see a cluster through its {@code ObjectStore} only, work when it changes or when something is due, and hold
 * no thread. No HTTP here, and nothing that knows a promotion.
 */
@NullMarked
package io.sternway.sandbox.cluster.controllers;

import org.jspecify.annotations.NullMarked;
