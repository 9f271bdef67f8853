/**
 * The structure of kinds: fields, types, how lists and maps are merged. For built-in kinds it comes from the real API
 * server ({@code structure.json}, written by {@code deploy/control-plane/structure}), for custom ones from their
 * definition. What is done with it (merging, checking, patching) lives elsewhere.
 */
@NullMarked
package io.sternway.sandbox.cluster.schema;

import org.jspecify.annotations.NullMarked;
