/**
 * The HTTP face of simulated clusters: paths, verbs, patches, lists, watches, discovery, tokens, faults, and {@code
 * /_sim} for tests in other processes. What an object may be and how it changes is decided in {@code store}.
 */
@NullMarked
package io.sternway.sandbox.cluster.api;

import org.jspecify.annotations.NullMarked;
