package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.snapshot.CanonicalJson;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything in a document but its content, with defaults filled in. New settings restart nothing (promotion.md,
 * section 2).
 *
 * @param labels the promotion's labels
 * @param delivery how clusters come to hold the content
 * @param stages in their order, at least one, names unique
 * @param revisionHistoryLimit how many revisions are kept beyond those that are needed (R27); 1 to 100
 */
public record Settings(
        Map<String, String> labels, Delivery delivery, List<StageSpec> stages, int revisionHistoryLimit) {

    /** {@code revisionHistoryLimit} of a document that gives none. */
    public static final int DEFAULT_REVISION_HISTORY_LIMIT = 10;

    public Settings {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        stages = List.copyOf(stages);
    }

    /** The stage of that name. */
    public Optional<StageSpec> stage(String name) {
        return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
    }

    /** In the form of the document's fields, every default written out. */
    public JsonNode toJson() {
        return SettingsJson.write(this);
    }

    /**
     * Reads what {@link #toJson()} wrote.
     *
     * @throws IllegalArgumentException if it is not that; the message has every fault
     */
    public static Settings ofJson(JsonNode json) {
        return SettingsJson.read(json);
    }

    /** SHA-256 of the canonical form: equal hashes are equal settings. */
    public String hash() {
        return CanonicalJson.hash(toJson());
    }

    /** How clusters come to hold content. */
    public enum Delivery {
        /** Server-side apply of the objects (delivery.md). */
        kubernetes
    }
}
