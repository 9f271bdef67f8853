package io.sternway.sandbox.cluster.real;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sternway.sandbox.cluster.RequestLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What an API server wrote down of the changes that it was asked for (audit.k8s.io/v1, one event in a line). */
final class AuditLog {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> METHODS = Map.of(
            "create", "POST", "update", "PUT", "patch", "PATCH", "delete", "DELETE", "deletecollection", "DELETE");

    private final Path file;
    private volatile boolean cut;

    AuditLog(Path file) {
        this.file = file;
    }

    /** From now on some writes may be missing. */
    void cut() {
        cut = true;
    }

    boolean isCut() {
        return cut;
    }

    /**
     * All that it has, in the order in which it came in: so what a client writes after an answer stands behind what was
     * answered.
     */
    List<RequestLog.Entry> entries() {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<JsonNode> events = new ArrayList<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                read(line).filter(event -> METHODS.containsKey(verb(event))).ifPresent(events::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        events.sort(Comparator.comparing(AuditLog::receivedAt));
        return IntStream.range(0, events.size())
                .mapToObj(index -> entry(index + 1, events.get(index)))
                .toList();
    }

    /** Who was killed may have left half a line. */
    private Optional<JsonNode> read(String line) throws IOException {
        try {
            return Optional.of(JSON.readTree(line));
        } catch (JsonProcessingException e) {
            if (cut) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static String verb(JsonNode event) {
        return event.path("verb").asText();
    }

    private static Instant receivedAt(JsonNode event) {
        return Instant.parse(event.path("requestReceivedTimestamp").asText());
    }

    private static RequestLog.Entry entry(long number, JsonNode event) {
        URI uri = URI.create(event.path("requestURI").asText());
        String query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
        JsonNode object = event.path("responseObject");
        JsonNode metadata = object.path("metadata");
        String named = event.at("/objectRef/name").asText();
        return new RequestLog.Entry(
                number,
                receivedAt(event),
                event.at("/user/username").asText(),
                METHODS.getOrDefault(verb(event), ""),
                uri.getPath(),
                query,
                named.isEmpty() ? metadata.path("name").asText() : named,
                parameter(query, "fieldManager"),
                event.path("userAgent").asText(),
                RequestLog.epoch(object),
                !parameter(query, "dryRun").isEmpty(),
                event.at("/responseStatus/code").asInt(),
                metadata.path("resourceVersion").asText());
    }

    private static String parameter(String query, String name) {
        return Arrays.stream(query.split("&"))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }
}
