/**
 * The records of a promotion and the words for how they stand: what is stored, what comes in, what a decision says. They
 * answer what follows from themselves alone; nothing here decides.
 */
@NullMarked
package io.sternway.promotion.domain.model;

import org.jspecify.annotations.NullMarked;
