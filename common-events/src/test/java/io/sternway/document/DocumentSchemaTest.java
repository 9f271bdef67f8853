package io.sternway.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("R1")
class DocumentSchemaTest {

    private static final Schema SCHEMA = schema();
    private static final YAMLMapper YAML = new YAMLMapper();

    @ParameterizedTest
    @MethodSource("io.sternway.document.Samples#valid")
    @DisplayName("R1 the published schema takes what the reader takes")
    void theSchemaTakesWhatTheReaderTakes(Path sample) throws IOException {
        assertEquals(List.of(), SCHEMA.validate(json(sample), InputFormat.JSON));
    }

    @ParameterizedTest
    @MethodSource("io.sternway.document.Samples#invalid")
    @DisplayName("R1 the published schema refuses what the reader refuses, as far as a schema can see it")
    void theSchemaRefusesWhatTheReaderRefuses(Path sample) throws IOException {
        boolean seen = Samples.header(sample, "schema").isEmpty();
        assertEquals(seen, !SCHEMA.validate(json(sample), InputFormat.JSON).isEmpty());
    }

    @Test
    @DisplayName("Section 1: the defaults that the schema documents are the reader's")
    void documentedDefaultsAreTheReadersDefaults() throws IOException {
        byte[] minimal = Samples.valid("minimal.json");
        ObjectNode explicit = (ObjectNode) YAML.readTree(minimal);
        JsonNode schema = YAML.readTree(schemaText());
        ObjectNode spec = (ObjectNode) explicit.get("spec");
        ObjectNode stage = (ObjectNode) spec.path("stages").get(0);
        int written = writeDefaults(schema.at("/properties/spec"), spec)
                + writeDefaults(schema.at("/properties/metadata"), (ObjectNode) explicit.get("metadata"))
                + writeDefaults(schema.at("/properties/spec/properties/stages/items"), stage);
        assertEquals(19, written, "defaults in the schema");
        assertEquals(
                DocumentReader.read(minimal),
                DocumentReader.read(explicit.toString().getBytes(UTF_8)));
    }

    private static int writeDefaults(JsonNode schema, ObjectNode object) {
        int written = 0;
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (property.getValue().has("default")) {
                object.set(property.getKey(), property.getValue().get("default"));
                written++;
            } else if (property.getValue().has("properties")) {
                ObjectNode part = YAML.createObjectNode();
                written += writeDefaults(property.getValue(), part);
                if (!part.isEmpty()) {
                    object.set(property.getKey(), part);
                }
            }
        }
        return written;
    }

    private static String json(Path sample) throws IOException {
        JsonNode document = YAML.readTree(Samples.bytes(sample));
        assertFalse(document.isMissingNode());
        return document.toString();
    }

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schemaText(), InputFormat.JSON);
    }

    private static String schemaText() {
        try (InputStream in =
                DocumentReader.class.getResourceAsStream("/io/sternway/schemas/PromotionRequested.v1.json")) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
