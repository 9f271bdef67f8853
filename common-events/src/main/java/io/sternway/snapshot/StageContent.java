package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/** What a stage applies: the common content, with what the stage adds, or replaces by identity. */
public final class StageContent {

    private StageContent() {}

    /**
     * The whole content of a stage.
     *
     * @param common the content of all stages
     * @param stage the stage's own; an object with the identity of a common one takes its place
     */
    public static Snapshot of(Content common, Content stage) {
        Map<ObjectIdentity, JsonNode> objects = new TreeMap<>();
        common.objects().forEach(object -> objects.put(ObjectIdentity.of(object), object));
        stage.objects().forEach(object -> objects.put(ObjectIdentity.of(object), object));
        return Snapshot.of(objects.values());
    }
}
