package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.snapshot.CanonicalJson;
import io.sternway.snapshot.Content;
import io.sternway.snapshot.Snapshot;
import io.sternway.snapshot.StageContent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a revision is: the common content and what stages add to it or replace. The order in which objects, applications
 * and stages were written makes no other revision.
 *
 * @param common the content of every stage
 * @param byStage what single stages bring, by the stage's name; a stage that brings nothing is absent
 */
public record RevisionContent(Content common, Map<String, Content> byStage) {

    public RevisionContent {
        byStage = Collections.unmodifiableMap(new TreeMap<>(byStage));
    }

    /** What a stage applies. */
    public Snapshot snapshot(String stage) {
        return StageContent.of(common, byStage.getOrDefault(stage, Content.none()));
    }

    /** SHA-256 of the canonical form: equal hashes are equal content (R2). */
    public String hash() {
        return CanonicalJson.hash(toJson());
    }

    /** {@code {common: [{application, objects}], byStage: {name: [{application, objects}]}}}. */
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("common", common.toJson());
        ObjectNode stages = json.putObject("byStage");
        byStage.forEach((stage, content) -> stages.set(stage, content.toJson()));
        return json;
    }

    /** Reads what {@link #toJson()} wrote. */
    public static RevisionContent ofJson(JsonNode json) {
        Map<String, Content> byStage = new LinkedHashMap<>();
        json.path("byStage")
                .properties()
                .forEach(stage -> byStage.put(stage.getKey(), Content.ofJson(stage.getValue())));
        return new RevisionContent(Content.ofJson(json.path("common")), byStage);
    }
}
