package io.sternway.systemtests.history.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Whether an object has everything that a manifest says; what the API server adds to it does not matter. */
final class Containment {

    private Containment() {}

    /** The first thing that is missing or different, with its path; empty if the object has everything. */
    static Optional<String> difference(JsonNode manifest, JsonNode object) {
        return difference("", manifest, object);
    }

    private static Optional<String> difference(String path, JsonNode wanted, JsonNode found) {
        if (isNothing(wanted)) {
            return Optional.empty();
        }
        if (wanted.isObject()) {
            for (Map.Entry<String, JsonNode> member : wanted.properties()) {
                Optional<String> inside =
                        difference(path + "." + member.getKey(), member.getValue(), found.path(member.getKey()));
                if (inside.isPresent()) {
                    return inside;
                }
            }
            return Optional.empty();
        }
        if (wanted.isArray()) {
            for (JsonNode element : wanted) {
                boolean there = StreamSupport.stream(found.spliterator(), false)
                        .anyMatch(
                                candidate -> difference("", element, candidate).isEmpty());
                if (!there) {
                    return Optional.of(path + " lacks " + element + ", it has " + found);
                }
            }
            return Optional.empty();
        }
        return wanted.asText().equals(found.asText())
                ? Optional.empty()
                : Optional.of(path + " is " + found + " instead of " + wanted);
    }

    /** Empty objects and lists are the same as absent ones. */
    private static boolean isNothing(JsonNode wanted) {
        return wanted.isNull() || (wanted.isContainerNode() && wanted.isEmpty());
    }
}
