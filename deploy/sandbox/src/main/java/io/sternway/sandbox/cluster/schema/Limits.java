package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a custom resource's schema says about values beyond their type; null (or empty) means no limit. */
public record Limits(@Nullable Double minimum, @Nullable Double maximum, List<JsonNode> allowed, boolean nullable) {
    public static final Limits NONE = new Limits(null, null, List.of(), false);
}
