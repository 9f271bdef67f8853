/**
 * Which kinds a cluster serves, and how the objects of a snapshot are addressed there. Only reads.
 */
@NullMarked
package io.sternway.executor.kubernetes.addressing;

import org.jspecify.annotations.NullMarked;
