package io.sternway.messaging.intake;

import java.time.Duration;

/** Is told what an intake meets; its metrics are behind it. */
public interface IntakeObserver {

    /** Records were taken, in that time. */
    default void taken(int records, Duration duration) {}

    /** A message was taken before. */
    default void repeated(int messages) {}

    /** An event of a type that this version does not know was acknowledged. */
    default void unknownType(String type) {}

    /** A record went to the dead letters. */
    default void deadLettered(String topic, String reason) {}

    /** So many records are behind what was polled last. */
    default void lag(long records) {}

    /** A try failed and will be repeated. */
    default void retried() {}
}
