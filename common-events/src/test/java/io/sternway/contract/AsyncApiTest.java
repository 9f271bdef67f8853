package io.sternway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sternway.events.EventType;
import io.sternway.events.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The AsyncAPI document")
class AsyncApiTest {

    private static final Path DOCUMENT = Path.of("../docs/api/asyncapi.yaml");
    private static final String SCHEMAS = "../../common-events/src/main/resources/io/sternway/schemas/";
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .build();

    @Test
    @DisplayName("has every topic and event type, and points to the schemas")
    void hasEveryTopicAndEventType() throws IOException {
        CheckedIn.same(
                DOCUMENT,
                "# Generated from Topic, EventType and their Javadoc; see common-events, package io.sternway.contract.\n"
                        + YAML.writeValueAsString(document()));
        JsonNode written = YAML.readTree(CheckedIn.read(DOCUMENT));
        assertEquals(
                Set.of(Topic.values()).stream().map(Topic::topicName).collect(Collectors.toSet()),
                written.path("channels")
                        .valueStream()
                        .map(channel -> channel.path("address").asText())
                        .collect(Collectors.toSet()));
        for (JsonNode message : written.path("components").path("messages")) {
            Path schema =
                    DOCUMENT.resolveSibling(message.path("payload").path("$ref").asText());
            assertTrue(Files.exists(schema), schema.toString());
        }
    }

    private static ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("asyncapi", "3.0.0");
        document.put("id", "urn:io:sternway");
        ObjectNode info = document.putObject("info");
        info.put("title", "Sternway events");
        info.put("version", "1.0.0");
        info.put(
                "description",
                "The topics of Sternway. Values are JSON CloudEvents 1.0 in Kafka's binary mode; sternway.requests also "
                        + "takes structured mode and bare promotion documents. docs/events.md explains each event.");
        info.putObject("license").put("name", "Apache-2.0").put("url", "https://www.apache.org/licenses/LICENSE-2.0");
        document.put("defaultContentType", "application/json");
        ObjectNode channels = document.putObject("channels");
        ObjectNode operations = document.putObject("operations");
        ObjectNode components = document.putObject("components");
        ObjectNode messages = components.putObject("messages");
        components.putObject("messageTraits").set("cloudEvent", cloudEvent());
        for (Topic topic : Topic.values()) {
            ObjectNode channel = channels.putObject(channelId(topic));
            channel.put("address", topic.topicName());
            channel.put("title", topic.topicName());
            channel.put("description", SourceDocs.constant(Topic.class, topic.name()));
            ObjectNode channelMessages = channel.putObject("messages");
            ObjectNode kafka = channel.putObject("bindings").putObject("kafka");
            kafka.put("topic", topic.topicName()).put("partitions", topic.defaultPartitions());
            ObjectNode configuration = kafka.putObject("topicConfiguration");
            configuration.putArray("cleanup.policy").add(topic.config().get("cleanup.policy"));
            configuration.put("max.message.bytes", Long.parseLong(topic.config().get("max.message.bytes")));
            kafka.put("bindingVersion", "0.5.0");
            ArrayNode operationMessages = JsonNodeFactory.instance.arrayNode();
            for (EventType type : EventType.values()) {
                if (type.topic() == topic) {
                    channelMessages.putObject(type.name()).put("$ref", "#/components/messages/" + type.name());
                    messages.set(type.name(), message(type));
                    operationMessages
                            .addObject()
                            .put("$ref", "#/channels/" + channelId(topic) + "/messages/" + type.name());
                }
            }
            boolean taken = topic == Topic.REQUESTS;
            ObjectNode operation = operations.putObject((taken ? "receive" : "send") + topicWord(topic));
            operation.put("action", taken ? "receive" : "send");
            operation.putObject("channel").put("$ref", "#/channels/" + channelId(topic));
            operation.set("messages", operationMessages);
        }
        return document;
    }

    private static ObjectNode message(EventType type) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("name", type.type());
        message.put("title", type.name());
        message.put("summary", EventPages.meaning(type));
        message.put("contentType", "application/json");
        message.putArray("traits").addObject().put("$ref", "#/components/messageTraits/cloudEvent");
        ObjectNode bindings = message.putObject("bindings").putObject("kafka");
        bindings.putObject("key").put("type", "string").put("description", EventPages.key(type.topic()));
        bindings.put("bindingVersion", "0.5.0");
        message.putObject("payload").put("$ref", SCHEMAS + type.schemaFile());
        return message;
    }

    private static ObjectNode cloudEvent() {
        ObjectNode trait = JsonNodeFactory.instance.objectNode();
        ObjectNode headers = trait.putObject("headers");
        headers.put("type", "object");
        ObjectNode properties = headers.putObject("properties");
        String[][] attributes = {
            {"ce_specversion", "1.0"},
            {"ce_id", "Unique together with the source; a repetition has the same."},
            {"ce_source", "/sternway/<service>"},
            {"ce_type", "io.sternway.<EventName>.v<major>"},
            {"ce_subject", "The record's key."},
            {"ce_time", "When, by the publisher's clock; never used to decide order."},
            {"ce_dataschema", "Where the JSON Schema of the data is published."},
            {"ce_correlationid", "The run that it belongs to, where there is one."},
            {"ce_causationid", "The id of the event that led to it, where there is one."},
        };
        for (String[] attribute : attributes) {
            properties.putObject(attribute[0]).put("type", "string").put("description", attribute[1]);
        }
        ArrayNode required = headers.putArray("required");
        required.add("ce_specversion").add("ce_id").add("ce_source").add("ce_type");
        return trait;
    }

    private static String channelId(Topic topic) {
        String word = topicWord(topic);
        return Character.toLowerCase(word.charAt(0)) + word.substring(1);
    }

    private static String topicWord(Topic topic) {
        StringBuilder word = new StringBuilder();
        for (String part : topic.name().split("_", -1)) {
            word.append(part.charAt(0)).append(part.substring(1).toLowerCase(java.util.Locale.ROOT));
        }
        return word.toString();
    }
}
