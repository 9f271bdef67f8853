/**
 * Which Pods are a workload's, and when one counts as failed. What that means for the workload belongs to its kind.
 */
@NullMarked
package io.sternway.watcher.domain.readiness.pods;

import org.jspecify.annotations.NullMarked;
