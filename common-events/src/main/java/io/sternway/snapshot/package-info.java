/**
 * Content as values: Kubernetes objects in canonical form, their identity, their normalisation at intake (K0), content
 * by stage, placeholders and hashes. Shared by the service that accepts content and the one that applies it, so that
 * both compute the same hash. Nothing here talks to a cluster or decides when something is applied.
 * Many files: each rule of the normal form is a class, and only {@code Normalisation} puts them in order.
 */
@NullMarked
package io.sternway.snapshot;

import org.jspecify.annotations.NullMarked;
