/**
 * What an API server's answer means for an attempt, and when the next one is made (X4). No calls.
 */
@NullMarked
package io.sternway.executor.domain.answer;

import org.jspecify.annotations.NullMarked;
