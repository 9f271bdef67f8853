package io.sternway.events;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The whole content of a stage, before the first command that names it and again in answer to SnapshotUnknown.
 *
 * @param project the project
 * @param promotion the promotion
 * @param stage the stage whose content it is (a stage may replace or add objects)
 * @param revision the revision
 * @param snapshot SHA-256 of the canonical form of {@code objects}
 * @param objects normalised Kubernetes objects, placeholders unresolved, in canonical order; never Secret data
 */
public record SnapshotPublished(
        String project, String promotion, String stage, long revision, String snapshot, List<JsonNode> objects) {

    public SnapshotPublished {
        objects = List.copyOf(objects);
    }
}
