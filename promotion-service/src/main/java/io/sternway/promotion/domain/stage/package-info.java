/**
 * A stage of a run: its phases and the moves between them, its settings, when it fails and when it succeeds.
 * Waves are in rollout, what is put back is in rollback.
 */
@NullMarked
package io.sternway.promotion.domain.stage;

import org.jspecify.annotations.NullMarked;
