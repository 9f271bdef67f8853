/**
 * The Postgres schema {@code executor}: rows of targets, snapshots, and wake-ups. Entities never leave this package; no
 * decision belongs here.
 */
@NullMarked
package io.sternway.executor.persistence;

import org.jspecify.annotations.NullMarked;
