/**
 * The HTTP face of one simulated cluster: paths, verbs, patches, lists, watches, discovery, and the faults that are
 * switched on. What an object may be and how it changes is decided in {@code store}.
 */
@NullMarked
package io.sternway.sandbox.cluster.api;

import org.jspecify.annotations.NullMarked;
