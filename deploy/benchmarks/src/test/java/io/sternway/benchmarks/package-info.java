/**
 * Benchmarks B1 to B5, run by {@code deploy/benchmarks/bench}, never by the build. Here is what they share: samples,
 * reports, the machine, a bed of services and clusters. Each benchmark has a package of its own; every figure stands
 * beside its bare counterpart of the same run.
 */
@NullMarked
package io.sternway.benchmarks;

import org.jspecify.annotations.NullMarked;
