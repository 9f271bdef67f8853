package io.sternway.events;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What could not be read or is invalid, with everything needed to look at it and to send it again.
 *
 * @param topic where it came from
 * @param partition its partition
 * @param offset its offset
 * @param consumer the service that could not read it
 * @param reason CamelCase
 * @param message what is wrong and what would be right
 * @param key the original key, where it has one and it is text
 * @param headers the original headers, as text
 * @param value the original bytes as Base64: all of them up to 1 MiB, else the first 64 KiB
 * @param size the original size in bytes
 * @param sha256 SHA-256 of all original bytes
 */
public record DeadLetter(
        String topic,
        int partition,
        long offset,
        String consumer,
        String reason,
        String message,
        @Nullable String key,
        Map<String, String> headers,
        String value,
        long size,
        String sha256) {}
