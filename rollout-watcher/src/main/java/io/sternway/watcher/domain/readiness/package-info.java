/**
 * What an object on a cluster looks like: kstatus with our additions (H3). Pure and without memory: what a target did
 * before is the evaluator's matter. What holds for every kind is in {@code Readiness}, what holds for one in its
 * {@code KindRule}, what Pods say in {@code PodFailures}.
 */
@NullMarked
package io.sternway.watcher.domain.readiness;

import org.jspecify.annotations.NullMarked;
