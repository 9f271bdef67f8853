/**
 * What an object on a cluster looks like: kstatus with our additions (health.md, H3; the rows E1 to E11 of its tables
 * are named where they are). Pure and without memory: what a target did before is the evaluator's matter. Nothing of
 * Kubernetes clients or Kafka belongs here.
 */
@NullMarked
package io.sternway.watcher.domain.readiness;

import org.jspecify.annotations.NullMarked;
