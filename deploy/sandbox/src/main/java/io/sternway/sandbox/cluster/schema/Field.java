package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * A place for a value: a declared field, an item of a list, an entry of a map.
 *
 * @param embedded a struct that is part of its parent: it is there even when nothing is in it
 * @param defaultValue of a scalar that is absent; null for none
 * @param mergeKey of a list, for strategic merge; null for none
 * @param merges whether a strategic merge goes by keys (or values), not by the whole
 * @param zero what becomes of a zero
 */
public record Field(
        Type type,
        boolean embedded,
        @Nullable JsonNode defaultValue,
        @Nullable String mergeKey,
        boolean merges,
        Zero zero) {

    /** What the API server stores for 0, false, an empty text, and for absence. */
    public enum Zero {
        /** A zero is a value like others. */
        KEPT,
        /** A zero is the same as absence. */
        LEFT_OUT,
        /** Absence is the same as a zero; for lists and maps, as null. */
        ALWAYS
    }

    public Field(Type type) {
        this(type, false, null, null, false, Zero.KEPT);
    }

    /** What stands in a struct for this field when nobody has set it; null for nothing. */
    public @Nullable JsonNode unset() {
        if (embedded) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (zero != Zero.ALWAYS) {
            return null;
        }
        return switch (type.form()) {
            case INTEGER, NUMBER -> IntNode.valueOf(0);
            case BOOLEAN -> BooleanNode.FALSE;
            case STRING -> TextNode.valueOf("");
            case LIST, MAP -> NullNode.getInstance();
            default -> null;
        };
    }
}
