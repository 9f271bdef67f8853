/** A real Kafka broker and a real Postgres in the test's own process: no Docker. For this module's and the services' tests. */
@NullMarked
package io.sternway.messaging.testing;

import org.jspecify.annotations.NullMarked;
