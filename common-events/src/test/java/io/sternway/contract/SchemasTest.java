package io.sternway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.Sha256;
import io.sternway.vocabulary.AuditReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The published schemas")
class SchemasTest {

    static final Path SCHEMAS = Path.of("src/main/resources/io/sternway/schemas");

    private static final Path LOCK = SCHEMAS.resolve("schemas.lock");
    private static final String UNRELEASED = "unreleased";

    @BeforeAll
    static void updateFirst() throws JsonProcessingException {
        if (CheckedIn.UPDATE) {
            compareWithRecords();
        }
    }

    @Test
    @DisplayName("are what the payload records say")
    void areWhatTheRecordsSay() throws JsonProcessingException {
        compareWithRecords();
    }

    private static void compareWithRecords() throws JsonProcessingException {
        for (Map.Entry<String, Class<?>> payload : payloads().entrySet()) {
            JsonNode schema = PayloadSchema.of(payload.getValue(), "https://sternway.io/schemas/" + payload.getKey());
            CheckedIn.same(SCHEMAS.resolve(payload.getKey()), pretty(schema));
        }
    }

    @Test
    @DisplayName("are all there, one for each payload, and no other")
    void areAllThereAndNoOther() throws IOException {
        Set<String> expected =
                EventType.values().stream().map(EventType::schemaFile).collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(SCHEMAS)) {
            assertEquals(
                    expected,
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".json"))
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    @DisplayName("describe every property")
    void describeEveryProperty() throws IOException {
        List<String> undescribed = new ArrayList<>();
        for (File file : SCHEMAS.toFile().listFiles((folder, name) -> name.endsWith(".json"))) {
            collectUndescribed(EventJson.mapper().readTree(file), file.getName(), undescribed);
        }
        assertEquals(List.of(), undescribed);
    }

    @Test
    @DisplayName("list every reason of an audit record")
    void listEveryReason() throws IOException {
        JsonNode reasons = EventJson.mapper()
                .readTree(SCHEMAS.resolve("AuditRecord.v1.json").toFile())
                .at("/$defs/AuditReason/enum");
        assertEquals(
                Arrays.stream(AuditReason.values()).map(Enum::name).toList(),
                reasons.valueStream().map(JsonNode::asText).toList());
    }

    @Test
    @DisplayName("give every event type an address of its payload's schema")
    void haveTheAddressThatEventsGive() throws IOException {
        for (EventType type : EventType.values()) {
            JsonNode schema = EventJson.mapper()
                    .readTree(SCHEMAS.resolve(type.schemaFile()).toFile());
            assertEquals(type.dataschema().toString(), schema.path("$id").asText());
        }
    }

    @Test
    @DisplayName("never change once they are released")
    void neverChangeOnceReleased() throws IOException {
        Map<String, String> lock = new TreeMap<>();
        for (String line :
                CheckedIn.read(LOCK).lines().filter(l -> !l.startsWith("#")).toList()) {
            lock.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
        }
        Map<String, String> now = new TreeMap<>(lock);
        Set<String> names = new HashSet<>(
                EventType.values().stream().map(EventType::schemaFile).toList());
        for (String name : names) {
            String[] locked = lock.getOrDefault(name, "- " + UNRELEASED).split(" ", -1);
            String hash = Sha256.hex(CheckedIn.read(SCHEMAS.resolve(name)));
            assertTrue(
                    locked[1].equals(UNRELEASED) || locked[0].equals(hash),
                    () -> name + " was released with " + locked[1]
                            + " and must not change. Readers rely on it: restore it, "
                            + "and publish the new shape beside it, as a new event type with .v2 and a record of its own");
            now.put(name, hash + " " + locked[1]);
        }
        lock.keySet()
                .forEach(name -> assertTrue(
                        names.contains(name) || lock.get(name).endsWith(UNRELEASED),
                        () -> name + " was released and is gone"));
        now.keySet().retainAll(names);
        CheckedIn.same(
                LOCK,
                "# SHA-256 of every schema, and the version that released it first. A release replaces \"unreleased\" by its\n"
                        + "# version; from then on the schema never changes.\n"
                        + now.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                                .collect(Collectors.joining()));
    }

    /** The payload records by the file name of their schema; the promotion document's schema is written by hand. */
    static Map<String, Class<?>> payloads() {
        Map<String, Class<?>> payloads = new TreeMap<>();
        for (EventType type : EventType.values()) {
            if (type.payload() != JsonNode.class) {
                payloads.put(type.schemaFile(), type.payload());
            }
        }
        assertFalse(payloads.isEmpty());
        return payloads;
    }

    private static void collectUndescribed(JsonNode schema, String path, List<String> undescribed) {
        schema.path("properties").properties().forEach(property -> {
            String at = path + "/" + property.getKey();
            if (property.getValue().isObject()
                    && !property.getValue().has("const")
                    && property.getValue().path("description").asText().length() < 3
                    && !path.contains("/if")
                    && !path.contains("/then")
                    && !path.contains("/else")) {
                undescribed.add(at);
            }
        });
        schema.properties().forEach(member -> {
            if (member.getValue().isObject() && !member.getKey().equals("default")) {
                collectUndescribed(member.getValue(), path + "/" + member.getKey(), undescribed);
            }
        });
        schema.path("$defs").properties().forEach(definition -> {
            if (definition.getValue().path("description").asText().isEmpty()) {
                undescribed.add(path + "/$defs/" + definition.getKey());
            }
        });
    }

    static String pretty(JsonNode json) throws JsonProcessingException {
        return EventJson.mapper()
                        .writer()
                        .with(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(json)
                + "\n";
    }
}
