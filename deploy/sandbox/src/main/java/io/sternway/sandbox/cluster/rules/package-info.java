/**
 * What the API server knows of single kinds: defaults, what it fills in, what it refuses, when a generation counts up.
 * Pure functions over JSON, compared with a real one by the contract suite.
 */
@NullMarked
package io.sternway.sandbox.cluster.rules;

import org.jspecify.annotations.NullMarked;
