/**
 * Many simulated clusters behind one HTTP port, with their tokens and kubeconfigs: where a test or the sandbox begins.
 * What one cluster answers is decided in {@code api}.
 */
@NullMarked
package io.sternway.sandbox.cluster.fleet;

import org.jspecify.annotations.NullMarked;
