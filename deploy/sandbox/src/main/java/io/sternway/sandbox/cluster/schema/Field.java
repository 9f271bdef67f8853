package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place for a value: a declared field, an item of a list, an entry of a map.
 *
 * @param embedded a struct that is part of its parent: it is there even when nothing is in it
 * @param defaultValue of a scalar that is absent; null for none
 * @param allowed values; empty for all
 * @param mergeKey of a list, for strategic merge; null for none
 * @param patchStrategy for strategic merge: {@code merge}, {@code retainKeys}, …; empty for none
 */
public record Field(
        Type type,
        boolean embedded,
        @Nullable JsonNode defaultValue,
        List<String> allowed,
        @Nullable String mergeKey,
        String patchStrategy) {

    public Field(Type type) {
        this(type, false, null, List.of(), null, "");
    }

    /** Strategic merge by keys (or values), not as a whole. */
    public boolean merges() {
        return patchStrategy.contains("merge");
    }
}
