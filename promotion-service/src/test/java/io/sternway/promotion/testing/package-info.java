/** What integration tests need: the other services as played by the test, documents, and readers of what is published. */
@NullMarked
package io.sternway.promotion.testing;

import org.jspecify.annotations.NullMarked;
