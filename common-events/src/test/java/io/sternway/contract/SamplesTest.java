package io.sternway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.sternway.document.DocumentReader;
import io.sternway.document.DocumentReading;
import io.sternway.events.AuditRecord;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The golden samples")
class SamplesTest {

    private static final Path SAMPLES = Path.of("src/main/resources/io/sternway/samples");

    /** Every event type by the name of its samples; all audit types share one. */
    static Map<String, EventType> types() {
        Map<String, EventType> types = new LinkedHashMap<>();
        for (EventType type : EventType.values()) {
            types.putIfAbsent(type.topic() == Topic.AUDIT ? AuditRecord.class.getSimpleName() : type.name(), type);
        }
        return types;
    }

    static Stream<String> payloadSamples() {
        return types().entrySet().stream()
                .filter(entry -> !entry.getValue().equals(EventType.PROMOTION_REQUESTED))
                .flatMap(entry -> Stream.of(entry.getKey() + ".minimal", entry.getKey() + ".full"));
    }

    @Test
    @DisplayName("are there for every event type, minimal and full")
    void areThereForEveryEventType() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            assertEquals(
                    types().keySet().stream()
                            .flatMap(name -> Stream.of(name + ".minimal.json", name + ".full.json"))
                            .collect(Collectors.toSet()),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @ParameterizedTest
    @MethodSource("payloadSamples")
    @DisplayName("survive being read into the record and written again")
    void surviveTheRecord(String sample) throws IOException {
        byte[] bytes = Files.readAllBytes(SAMPLES.resolve(sample + ".json"));
        Object payload = EventJson.read(bytes, type(sample).payload());
        assertEquals(EventJson.mapper().readTree(bytes), EventJson.mapper().readTree(EventJson.write(payload)));
        assertEquals(
                payload, EventJson.read(EventJson.write(payload), type(sample).payload()));
    }

    @ParameterizedTest
    @MethodSource("payloadSamples")
    @DisplayName("are valid by the schema, and further properties are ignored")
    void areValidAndFurtherPropertiesAreIgnored(String sample) throws IOException {
        ObjectNode json = read(sample);
        assertEquals(List.of(), schema(sample).validate(json.toString(), InputFormat.JSON));
        Object payload = EventJson.read(EventJson.write(json), type(sample).payload());
        json.put("fromTheFuture", 1);
        assertEquals(List.of(), schema(sample).validate(json.toString(), InputFormat.JSON));
        assertEquals(payload, EventJson.read(EventJson.write(json), type(sample).payload()));
    }

    @ParameterizedTest
    @MethodSource("payloadSamples")
    @DisplayName("without a required property are refused by the schema and by the reader, with its name")
    void withoutARequiredPropertyAreRefused(String sample) throws IOException {
        for (JsonNode required : schemaJson(sample).path("required")) {
            ObjectNode json = read(sample);
            json.remove(required.asText());
            assertFalse(
                    schema(sample).validate(json.toString(), InputFormat.JSON).isEmpty(), required.asText());
            IOException refused = assertThrows(
                    IOException.class,
                    () -> EventJson.read(EventJson.write(json), type(sample).payload()));
            assertTrue(refused.getMessage().contains(required.asText()), refused.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("payloadSamples")
    @DisplayName("minimal ones have required properties only, full ones have all")
    void areMinimalAndFull(String sample) throws IOException {
        JsonNode schema = schemaJson(sample);
        Set<String> known = new LinkedHashSet<>();
        Set<String> used = new LinkedHashSet<>();
        List<String> optional = new ArrayList<>();
        walk(schema, schema, read(sample), "", known, used, optional);
        if (sample.endsWith(".full")) {
            known.removeAll(used);
            assertEquals(Set.of(), known, "these properties are missing");
        } else {
            assertEquals(List.of(), optional, "these properties are not required");
        }
    }

    @Test
    @DisplayName("of the promotion document are valid documents")
    void ofThePromotionDocumentAreValid() throws IOException {
        for (String name : List.of("PromotionRequested.minimal.json", "PromotionRequested.full.json")) {
            DocumentReading reading = DocumentReader.read(Files.readAllBytes(SAMPLES.resolve(name)));
            assertInstanceOf(DocumentReading.Valid.class, reading, reading.toString());
            assertEquals(
                    List.of(),
                    schema("PromotionRequested.full")
                            .validate(CheckedIn.read(SAMPLES.resolve(name)), InputFormat.JSON));
        }
    }

    private static void walk(
            JsonNode root,
            JsonNode schema,
            JsonNode value,
            String path,
            Set<String> known,
            Set<String> used,
            List<String> optional) {
        JsonNode resolved =
                schema.has("$ref") ? root.at(schema.path("$ref").asText().substring(1)) : schema;
        if (value.isArray()) {
            value.forEach(item -> walk(root, resolved.path("items"), item, path + "[]", known, used, optional));
            return;
        }
        Set<String> required =
                resolved.path("required").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
        resolved.path("properties").properties().forEach(property -> {
            String at = path + "/" + property.getKey();
            known.add(at);
            if (value.has(property.getKey())) {
                used.add(at);
                if (!required.contains(property.getKey())) {
                    optional.add(at);
                }
                walk(root, property.getValue(), value.get(property.getKey()), at, known, used, optional);
            }
        });
    }

    private static ObjectNode read(String sample) throws IOException {
        return (ObjectNode)
                EventJson.mapper().readTree(SAMPLES.resolve(sample + ".json").toFile());
    }

    private static EventType type(String sample) {
        return types().get(sample.substring(0, sample.indexOf('.')));
    }

    private static JsonNode schemaJson(String sample) throws IOException {
        return EventJson.mapper()
                .readTree(SchemasTest.SCHEMAS.resolve(type(sample).schemaFile()).toFile());
    }

    private static Schema schema(String sample) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schemaJson(sample).toString(), InputFormat.JSON);
    }
}
