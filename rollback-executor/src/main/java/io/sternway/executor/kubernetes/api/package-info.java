/**
 * One cluster's Kubernetes API, call by call, and how an answer ends an attempt. What is called, and in which order, does not
 * belong here.
 */
@NullMarked
package io.sternway.executor.kubernetes.api;

import org.jspecify.annotations.NullMarked;
