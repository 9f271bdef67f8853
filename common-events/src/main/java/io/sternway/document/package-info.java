/**
 * The promotion document (docs/promotion-document.md): its records, and the reader that turns bytes into a document or
 * into all of its faults. Whether a document fits the fleet, the promotion's history or the clock is decided elsewhere.
 */
@NullMarked
package io.sternway.document;

import org.jspecify.annotations.NullMarked;
