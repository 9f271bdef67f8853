package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What is sent back, whole. */
record Answer(int status, String contentType, Buffer body, Map<String, String> headers) {
    static final ObjectMapper JSON = new ObjectMapper();

    static Answer json(int status, JsonNode body) {
        try {
            return json(status, Buffer.buffer(JSON.writeValueAsBytes(body)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    static Answer json(int status, Buffer body) {
        return new Answer(status, "application/json", body, Map.of());
    }

    static Answer text(int status, String body) {
        return new Answer(
                status,
                "text/plain; charset=utf-8",
                Buffer.buffer(body.getBytes(StandardCharsets.UTF_8)),
                Map.of("X-Content-Type-Options", "nosniff"));
    }

    static Answer failure(ApiFailure failure) {
        return json(failure.code(), failure.status());
    }

    Answer with(String header, String value) {
        return new Answer(status, contentType, body, Map.of(header, value));
    }
}
