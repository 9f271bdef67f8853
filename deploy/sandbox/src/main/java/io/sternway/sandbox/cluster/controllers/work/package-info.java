/**
 * What every controller works with: the queue that calls it, the cluster as it sees it, owners, Pods. No controller, and
 * nothing that is about one kind of workload.
 */
@NullMarked
package io.sternway.sandbox.cluster.controllers.work;

import org.jspecify.annotations.NullMarked;
