/**
 * The read-only REST API: resources, the records that they answer with, and RFC 9457 problems. It reads through ports
 * of {@code app} and changes nothing.
 */
@NullMarked
package io.sternway.promotion.rest;

import org.jspecify.annotations.NullMarked;
