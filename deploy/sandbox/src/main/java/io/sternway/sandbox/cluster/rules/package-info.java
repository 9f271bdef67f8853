/**
 * What the API server knows of single kinds: defaults, what it fills in, what it refuses, when a generation counts up.
 * Pure functions over JSON, and a choice: what a release meets. The contract suite compares it with a real one.
 */
@NullMarked
package io.sternway.sandbox.cluster.rules;

import org.jspecify.annotations.NullMarked;
