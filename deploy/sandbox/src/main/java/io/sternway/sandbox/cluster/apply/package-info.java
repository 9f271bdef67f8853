/**
 * Server-side apply as the real API server does it (structured merge): which fields a value has, what changed between
 * two, who owns what, conflicts, merging, taking away what is no longer applied. Pure functions over JSON; nothing is
 * stored here.
 */
@NullMarked
package io.sternway.sandbox.cluster.apply;

import org.jspecify.annotations.NullMarked;
