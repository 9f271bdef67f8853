/**
 * The {@code kubernetes} delivery (delivery.md, K1 to K7), and the only place that knows how a Kubernetes API is called.
 * What an answer means and in which order things are done is decided in {@code domain}.
 */
@NullMarked
package io.sternway.executor.kubernetes;

import org.jspecify.annotations.NullMarked;
