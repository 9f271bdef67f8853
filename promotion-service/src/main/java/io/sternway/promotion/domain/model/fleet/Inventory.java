package io.sternway.promotion.domain.model.fleet;

import org.jspecify.annotations.Nullable;

/**
 * What the inventory says: the newest reading that is used, and one that is held back (R6).
 *
 * @param current the newest reading that is not held
 * @param held a newer one that would remove too much, until it is confirmed; absent if there is none
 */
public record Inventory(Reading current, @Nullable Reading held) {}
