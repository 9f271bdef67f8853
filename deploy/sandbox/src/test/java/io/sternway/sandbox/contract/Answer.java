package io.sternway.sandbox.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an API server answered: status code and body; a body that is not JSON is a text node. */
record Answer(int code, JsonNode body) {
    Answer is(int expected) {
        assertEquals(expected, code, () -> body.toString());
        return this;
    }

    /** The answer is a Status with this code, reason (empty: none) and message. */
    Answer isStatus(int expected, String reason, String message) {
        is(expected);
        assertEquals("Status", text("/kind"));
        assertEquals(message, text("/message"));
        assertEquals(reason, text("/reason"));
        assertEquals("Failure", text("/status"));
        return this;
    }

    JsonNode at(String pointer) {
        return body.at(pointer);
    }

    /** The text there, or the empty string. */
    String text(String pointer) {
        return body.at(pointer).asText("");
    }

    long number(String pointer) {
        return body.at(pointer).asLong();
    }

    String resourceVersion() {
        return text("/metadata/resourceVersion");
    }

    String uid() {
        return text("/metadata/uid");
    }

    long generation() {
        return number("/metadata/generation");
    }

    List<String> causes() {
        List<String> causes = new ArrayList<>();
        for (JsonNode cause : body.at("/details/causes")) {
            causes.add(cause.path("reason").asText() + " " + cause.path("field").asText() + ": "
                    + cause.path("message").asText());
        }
        return causes;
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        for (JsonNode item : body.at("/items")) {
            names.add(item.at("/metadata/name").asText());
        }
        return names;
    }

    /** What a manager owns: the entry of managedFields of {@code manager operation subresource}. */
    Optional<JsonNode> owned(String manager, String operation, String subresource) {
        for (JsonNode entry : body.at("/metadata/managedFields")) {
            if (entry.path("manager").asText().equals(manager)
                    && entry.path("operation").asText().equals(operation)
                    && entry.path("subresource").asText("").equals(subresource)) {
                return Optional.of(entry.path("fieldsV1"));
            }
        }
        return Optional.empty();
    }

    /** Status and reason of a condition, as "True NewReplicaSetAvailable"; empty when it is not there. */
    String condition(String type) {
        for (JsonNode condition : body.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return (condition.path("status").asText() + " "
                                + condition.path("reason").asText(""))
                        .strip();
            }
        }
        return "";
    }

    /** The message of a condition; empty when it is not there. */
    String conditionMessage(String type) {
        for (JsonNode condition : body.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("message").asText();
            }
        }
        return "";
    }
}
