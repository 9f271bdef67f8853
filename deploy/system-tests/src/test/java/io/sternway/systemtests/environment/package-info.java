/**
 * Where scenarios are played: a running Sternway over simulated or real clusters, what it published, and its broker
 * and database as an administrator sees them. Benchmarks use it too, so no test and no JUnit extension is here.
 */
@NullMarked
package io.sternway.systemtests.environment;

import org.jspecify.annotations.NullMarked;
