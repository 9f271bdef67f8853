package io.sternway.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
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

    private static String json(Path sample) throws IOException {
        JsonNode document = YAML.readTree(Samples.bytes(sample));
        assertFalse(document.isMissingNode());
        return document.toString();
    }

    private static Schema schema() {
        try (InputStream in =
                DocumentReader.class.getResourceAsStream("/io/sternway/schemas/PromotionRequested.v1.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
