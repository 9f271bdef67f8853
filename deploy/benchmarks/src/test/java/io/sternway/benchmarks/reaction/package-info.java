/** B1: from a failure that is visible at an API server to the good spec written there again, beside the same hops done bare and beside Argo Rollouts. */
@NullMarked
package io.sternway.benchmarks.reaction;

import org.jspecify.annotations.NullMarked;
