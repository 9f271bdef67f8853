/**
 * The demonstration: publishes requests as a CI would, tells what the audit events say, and judges the end by what the
 * clusters really serve. It talks to topics and cluster APIs only, as any other system would.
 */
@NullMarked
package io.sternway.sandbox.story;

import org.jspecify.annotations.NullMarked;
