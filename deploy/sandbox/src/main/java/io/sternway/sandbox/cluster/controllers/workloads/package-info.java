/**
 * The controllers of Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs: how Pods of one template are replaced by
 * those of the next. What Pods themselves do is a kubelet's.
 */
@NullMarked
package io.sternway.sandbox.cluster.controllers.workloads;

import org.jspecify.annotations.NullMarked;
