/**
 * What runs in a sandbox: broker, database, and the four services as processes. Nothing that judges or tells a story.
 */
@NullMarked
package io.sternway.sandbox.stack;

import org.jspecify.annotations.NullMarked;
