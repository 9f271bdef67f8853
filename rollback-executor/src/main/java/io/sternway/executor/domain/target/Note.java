package io.sternway.executor.domain.target;

import io.sternway.executor.domain.content.ObjectName;

/**
 * What an operator should know about one object.
 *
 * @param object the object
 * @param kind what it is about
 * @param message for people
 */
public record Note(ObjectName object, Kind kind, String message) {

    /** What a note is about. */
    public enum Kind {
        OVERRIDDEN,
        REMOVED,
        ADOPTED,
        LEFT_TO_AUTOSCALER,
        NOT_RERUN,
        REPLACED,
        DIFFERS,
        OBSERVED
    }
}
