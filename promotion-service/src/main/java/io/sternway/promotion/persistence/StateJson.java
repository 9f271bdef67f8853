package io.sternway.promotion.persistence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.sternway.promotion.app.UnreadableStateException;
import org.jspecify.annotations.Nullable;

/**
 * The domain's records as JSON in {@code state} columns. A field that is unknown is ignored and one that is absent is
 * null, so that two versions of the service can work on the same rows.
 */
final class StateJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            // The records' components are the state; what a method derives from them (isGivenUp) is not.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private StateJson() {}

    static String write(Object state) {
        try {
            return MAPPER.writeValueAsString(state);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "a state cannot be written: " + state.getClass().getName(), e);
        }
    }

    static <T> T read(String json, TypeReference<T> type) {
        try {
            return present(MAPPER.readValue(json, type));
        } catch (JsonProcessingException e) {
            throw new UnreadableStateException("a stored state cannot be read as " + type.getType(), e);
        }
    }

    static <T> T read(String json, Class<T> type) {
        try {
            return present(MAPPER.readValue(json, type));
        } catch (JsonProcessingException e) {
            throw new UnreadableStateException("a stored state cannot be read as " + type.getName(), e);
        }
    }

    private static <T> T present(@Nullable T state) {
        if (state == null) {
            throw new UnreadableStateException("a stored state is null", null);
        }
        return state;
    }
}
