/**
 * Pure questions about a situation. Each answers with what holds and when to look again; asking changes and schedules
 * nothing. A rule stands in one place: docs/rules.md has them by number.
 */
@NullMarked
package io.sternway.promotion.domain.rules;

import org.jspecify.annotations.NullMarked;
