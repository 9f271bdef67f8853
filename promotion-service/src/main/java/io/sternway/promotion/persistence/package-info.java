/**
 * How promotions lie in Postgres: entities, repositories, and the ports of {@code app} on them. Entities never leave
 * this package; nothing here decides.
 */
@NullMarked
package io.sternway.promotion.persistence;

import org.jspecify.annotations.NullMarked;
