package io.sternway.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.events.EventJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/promotion-document.md")
class DocumentPageTest {

    private static final Path PAGE = Path.of("../docs/promotion-document.md");

    @Test
    @DisplayName("has the fields that the document's schema has")
    void hasTheFields() throws IOException {
        JsonNode schema = EventJson.mapper()
                .readTree(SchemasTest.SCHEMAS
                        .resolve("PromotionRequested.v1.json")
                        .toFile());
        StringBuilder rows = new StringBuilder("| field | what it does | values | default |\n|---|---|---|---|\n");
        rows(schema, schema, "", rows);
        CheckedIn.sameSection(PAGE, "fields", rows.toString());
    }

    private static void rows(JsonNode root, JsonNode object, String path, StringBuilder rows) {
        Set<String> required =
                object.path("required").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
        object.path("properties").properties().forEach(property -> {
            JsonNode schema = property.getValue();
            JsonNode target = resolved(root, schema);
            JsonNode items = resolved(root, target.path("items"));
            boolean manifests = property.getKey().equals("manifests");
            String at = path + property.getKey() + (items.isObject() ? "[]" : "");
            rows.append("| `%s`%s | %s | %s | %s |\n"
                    .formatted(
                            at,
                            required.contains(property.getKey()) ? " \\*" : "",
                            schema.path("description").asText().replace("<", "&lt;"),
                            values(schema, target),
                            schema.has("default") ? "`" + compact(schema.get("default")) + "`" : ""));
            if (!manifests) {
                rows(root, items.isObject() ? items : target, at + ".", rows);
            }
        });
    }

    private static String values(JsonNode schema, JsonNode target) {
        if (target.has("enum")) {
            return target.path("enum")
                    .valueStream()
                    .filter(value -> !value.isNull())
                    .map(value -> "`" + value.asText() + "`")
                    .collect(Collectors.joining(", "));
        }
        if (target.has("const")) {
            return "`" + target.path("const").asText() + "`";
        }
        String reference = schema.path("$ref").asText(schema.at("/anyOf/0/$ref").asText());
        String name = reference.substring(reference.lastIndexOf('/') + 1);
        String word = switch (name) {
            case "duration", "positiveDuration" -> "duration";
            case "countOrPercent", "countOrPercentAtLeast1" -> "count or percentage";
            case "name" -> "name";
            default -> "";
        };
        if (word.isEmpty() && (target.has("minimum") || target.has("maximum"))) {
            return target.has("maximum")
                    ? target.path("minimum").asText() + " to "
                            + target.path("maximum").asText()
                    : target.path("minimum").asText() + " or more";
        }
        return word;
    }

    private static JsonNode resolved(JsonNode root, JsonNode schema) {
        return schema.has("$ref") ? root.at(schema.path("$ref").asText().substring(1)) : schema;
    }

    private static String compact(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(JsonNode::asText).collect(Collectors.joining(", "))
                : value.asText();
    }
}
