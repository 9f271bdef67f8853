/**
 * What connects the other packages with Quarkus: their beans, configuration, metrics and probes, channels with their
 * intakes, and how a service with a database starts. What a record means is not known here.
 */
@NullMarked
package io.sternway.messaging.wiring;

import org.jspecify.annotations.NullMarked;
