package io.sternway.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** The one way in which payloads become JSON and back: ISO-8601 times, unknown fields ignored, absent fields left out. */
public final class EventJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private EventJson() {}

    /** A shared mapper; it is not to be reconfigured. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** The payload as JSON bytes. */
    public static byte[] write(Object payload) {
        try {
            return MAPPER.writeValueAsBytes(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "payload cannot be written: " + payload.getClass().getName(), e);
        }
    }

    /**
     * Reads a payload.
     *
     * @throws IOException if the bytes are not JSON of that shape, or lack a field that is not {@code @Nullable}; the message names
     *     the path
     */
    public static <T> T read(byte[] json, Class<T> type) throws IOException {
        JsonNode tree = MAPPER.readTree(json);
        if (tree == null || tree.isMissingNode() || tree.isNull()) {
            throw new IOException("the payload is null, a " + type.getSimpleName() + " object is expected");
        }
        String missing = RequiredFields.missing(tree, type);
        if (missing != null) {
            throw new IOException(missing + " is missing, which a " + type.getSimpleName() + " must have");
        }
        return MAPPER.treeToValue(tree, type);
    }
}
