/**
 * Scenarios from outside: each plays promotions on the packaged services and looks at topics, REST and cluster APIs
 * only. {@code *Scenarios} are played in the simulation and on real control planes alike.
 */
@NullMarked
package io.sternway.systemtests;

import org.jspecify.annotations.NullMarked;
