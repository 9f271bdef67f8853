package io.sternway.events;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as it goes over the wire: CloudEvents 1.0 attributes and the payload.
 *
 * @param id unique together with the source; a repetition has the same
 * @param source {@code /sternway/<service>}
 * @param type what happened
 * @param subject the record's key
 * @param time when, by the publisher's clock; never used to decide order
 * @param correlationId the run that it belongs to, where there is one
 * @param causationId the id of the event that led to it, where there is one
 * @param data the payload, of the type's payload class
 * @param <T> the payload's class
 */
public record Event<T>(
        String id,
        String source,
        EventType type,
        String subject,
        Instant time,
        @Nullable String correlationId,
        @Nullable String causationId,
        T data) {

    /** The source of a service's events; replicas of one service share it. */
    public static String source(String service) {
        return "/sternway/" + service;
    }
}
