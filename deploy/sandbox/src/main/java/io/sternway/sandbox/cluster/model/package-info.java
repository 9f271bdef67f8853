/**
 * The words of the Kubernetes API that everything here is told in: kinds, metadata, parts of an object, conditions,
 * selectors, refusals. Nothing here stores or serves anything.
 */
@NullMarked
package io.sternway.sandbox.cluster.model;

import org.jspecify.annotations.NullMarked;
