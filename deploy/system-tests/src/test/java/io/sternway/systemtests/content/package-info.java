/**
 * What CI publishes: documents, stages and Kubernetes objects, and what their Pods do. Plain maps; benchmarks use
 * them too, so no test is here.
 */
@NullMarked
package io.sternway.systemtests.content;

import org.jspecify.annotations.NullMarked;
