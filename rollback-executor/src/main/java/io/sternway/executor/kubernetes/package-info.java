/**
 * The {@code kubernetes} delivery (K1 to K7), and the only place that knows how a Kubernetes API is called. Here each attempt
 * gets what it needs; {@code apply} and {@code removal} make it, by {@code inventory}, {@code addressing} and {@code api}, and never
 * the other way round. What an answer means and in which order things are done is decided in {@code domain}.
 */
@NullMarked
package io.sternway.executor.kubernetes;

import org.jspecify.annotations.NullMarked;
