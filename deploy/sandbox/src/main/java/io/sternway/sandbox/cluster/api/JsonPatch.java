package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.store.ApiFailure;
import io.sternway.sandbox.cluster.store.ApiFailure.Details;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** RFC 6902. What cannot be done is 422, whatever the reason; the API server does not say which operation it was. */
final class JsonPatch {
    private JsonPatch() {}

    static ObjectNode apply(ObjectNode object, JsonNode patch) {
        ObjectNode out = object.deepCopy();
        for (JsonNode operation : patch) {
            List<String> path = pointer(operation.path("path").asText());
            JsonNode value = operation.get("value");
            switch (operation.path("op").asText()) {
                case "add" -> add(out, path, need(value));
                case "remove" -> remove(out, path);
                case "replace" -> {
                    remove(out, path);
                    add(out, path, need(value));
                }
                case "move" ->
                    add(out, path, remove(out, pointer(operation.path("from").asText())));
                case "copy" ->
                    add(
                            out,
                            path,
                            need(at(out, pointer(operation.path("from").asText())))
                                    .deepCopy());
                case "test" -> {
                    if (!need(value).equals(need(at(out, path)))) {
                        throw refused();
                    }
                }
                default -> throw refused();
            }
        }
        return out;
    }

    private static JsonNode need(@Nullable JsonNode value) {
        if (value == null) {
            throw refused();
        }
        return value;
    }

    private static List<String> pointer(String text) {
        if (!text.startsWith("/")) {
            throw refused();
        }
        List<String> out = new ArrayList<>();
        for (String step : text.substring(1).split("/", -1)) {
            out.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return out;
    }

    private static @Nullable JsonNode at(JsonNode node, List<String> path) {
        JsonNode here = node;
        for (String step : path) {
            JsonNode next = here.isArray() ? here.get(index(step, here.size())) : here.get(step);
            if (next == null) {
                return null;
            }
            here = next;
        }
        return here;
    }

    private static void add(ObjectNode root, List<String> path, JsonNode value) {
        JsonNode parent = need(at(root, path.subList(0, path.size() - 1)));
        String last = path.get(path.size() - 1);
        if (parent instanceof ArrayNode list) {
            int at = last.equals("-") ? list.size() : index(last, list.size() + 1);
            list.insert(at, value.deepCopy());
        } else if (parent instanceof ObjectNode map) {
            map.set(last, value.deepCopy());
        } else {
            throw refused();
        }
    }

    private static JsonNode remove(ObjectNode root, List<String> path) {
        JsonNode parent = need(at(root, path.subList(0, path.size() - 1)));
        String last = path.get(path.size() - 1);
        if (parent instanceof ArrayNode list) {
            return need(list.remove(index(last, list.size())));
        }
        if (parent instanceof ObjectNode map) {
            return need(map.remove(last));
        }
        throw refused();
    }

    private static int index(String step, int size) {
        try {
            int index = Integer.parseInt(step);
            if (index >= 0 && index < size) {
                return index;
            }
        } catch (NumberFormatException e) {
            throw refused();
        }
        throw refused();
    }

    private static ApiFailure refused() {
        return new ApiFailure(
                422,
                "Invalid",
                "the server rejected our request due to an error in our request",
                new Details(null, null, null, null, List.of(), null));
    }
}
