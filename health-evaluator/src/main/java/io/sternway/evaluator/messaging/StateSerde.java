package io.sternway.evaluator.messaging;

import io.sternway.events.EventJson;
import java.io.IOException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** Stores the domain's records as JSON; a field that is added later must have a meaning when it is absent. */
final class StateSerde {

    private StateSerde() {}

    static <T> Serde<T> of(Class<T> type) {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : EventJson.write(value), (topic, bytes) -> read(type, bytes));
    }

    private static <T> @Nullable T read(Class<T> type, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return EventJson.read(bytes, type);
        } catch (IOException e) {
            throw new SerializationException("stored " + type.getSimpleName() + " cannot be read", e);
        }
    }
}
