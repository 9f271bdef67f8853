/**
 * How promotions lie in Postgres: entities, repositories, and the ports of {@code app} on them. Entities never leave
 * this package; nothing here decides. Many files: one entity for each table, which may not be seen outside.
 */
@NullMarked
package io.sternway.promotion.persistence;

import org.jspecify.annotations.NullMarked;
