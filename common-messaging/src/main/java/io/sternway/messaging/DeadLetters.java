package io.sternway.messaging;

import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the event for a record that could not be read or handled: with its bytes, so that it can be looked at and sent
 * again. Its id is made of consumer and coordinates, so that a repetition is recognised.
 */
public final class DeadLetters {

    /** Up to this size all bytes are kept, above it the first {@value #KEPT_OF_LARGE} and the SHA-256. */
    static final int LARGEST_WHOLE = 1024 * 1024;

    static final int KEPT_OF_LARGE = 64 * 1024;

    private DeadLetters() {}

    /**
     * The dead letter of a record.
     *
     * @param service who could not read it
     * @param origin where it was read
     * @param headers its headers
     * @param value its value; null if it has none
     * @param reason CamelCase
     * @param message what is wrong and what would be right
     * @param now the publisher's clock
     */
    public static Event<DeadLetter> of(
            String service,
            Origin origin,
            Headers headers,
            byte @Nullable [] value,
            String reason,
            String message,
            Instant now) {
        byte[] bytes = value == null ? new byte[0] : value;
        byte[] kept = bytes.length <= LARGEST_WHOLE ? bytes : Arrays.copyOf(bytes, KEPT_OF_LARGE);
        DeadLetter letter = new DeadLetter(
                origin.topic(),
                origin.partition(),
                origin.offset(),
                service,
                reason,
                message,
                origin.key(),
                text(headers),
                Base64.getEncoder().encodeToString(kept),
                bytes.length,
                Sha256.hex(bytes));
        String key = origin.key();
        return new Event<>(
                EventIds.of("dead-letter", service, origin.topic(), origin.partition(), origin.offset()),
                Event.source(service),
                EventType.DEAD_LETTERED,
                key != null ? key : origin.topic() + "/" + origin.partition(),
                now,
                null,
                null,
                letter);
    }

    private static Map<String, String> text(Headers headers) {
        Map<String, String> text = new TreeMap<>();
        for (Header header : headers) {
            text.put(header.key(), header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8));
        }
        return text;
    }
}
