/**
 * One attempt to make a cluster hold a snapshot (K1 to K4, K6): look at everything, try everything, write in order.
 */
@NullMarked
package io.sternway.executor.kubernetes.apply;

import org.jspecify.annotations.NullMarked;
