package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;

/**
 * Normalised content: the applications that move, and revert, together. In canonical order, so that the order in which
 * somebody wrote them makes no difference.
 *
 * @param applications ordered by name
 */
public record Content(List<Application> applications) {

    private static final Content NONE = new Content(List.of());

    public Content {
        applications = applications.stream()
                .sorted(Comparator.comparing(Application::application))
                .toList();
    }

    /** No content, for a stage that adds none. */
    public static Content none() {
        return NONE;
    }

    /** Every object of every application, in canonical order. */
    public List<JsonNode> objects() {
        return applications.stream()
                .flatMap(application -> application.objects().stream())
                .sorted(Comparator.comparing(ObjectIdentity::of))
                .toList();
    }

    /** As JSON: a list of {@code {application, objects}}. */
    public JsonNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Application application : applications) {
            ObjectNode entry = json.addObject();
            entry.put("application", application.application());
            ArrayNode objects = entry.putArray("objects");
            application.objects().forEach(objects::add);
        }
        return json;
    }

    /** Reads what {@link #toJson()} wrote. */
    public static Content ofJson(JsonNode json) {
        return new Content(json.valueStream()
                .map(entry -> new Application(
                        entry.path("application").asText(),
                        entry.path("objects").valueStream().toList()))
                .toList());
    }

    /**
     * The objects of one application.
     *
     * @param application its name
     * @param objects normalised objects, ordered by identity; they are not to be changed
     */
    public record Application(String application, List<JsonNode> objects) {

        public Application {
            objects = objects.stream()
                    .sorted(Comparator.comparing(ObjectIdentity::of))
                    .toList();
        }
    }
}
