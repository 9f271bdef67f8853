package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The structure of a value. Types refer to each other in circles (a JSON schema holds JSON schemas), so that declared
 * fields are filled in after construction; afterwards nothing changes.
 *
 * @param form what the value looks like
 * @param fields of a MAP: those declared
 * @param element of a LIST its items, of a MAP what may stand under names that are not declared; null when nothing may
 * @param relation how two values are merged
 * @param keys of a LIST of relation KEYED: the fields that tell its items apart
 * @param required of a MAP: fields that must be there (used for custom resources only)
 */
public record Type(
        Form form,
        Map<String, Field> fields,
        @Nullable Field element,
        Relation relation,
        List<String> keys,
        List<String> required,
        Limits limits) {

    /** What a value looks like. */
    public enum Form {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        INT_OR_STRING,
        QUANTITY,
        TIME,
        /** Whatever stands there says what it is. */
        ANY,
        LIST,
        MAP
    }

    /** How two values are merged, and who can own which part of one. */
    public enum Relation {
        /** As a whole. */
        ATOMIC,
        /** A map by its entries. */
        GRANULAR,
        /** A list by the keys of its items. */
        KEYED,
        /** A list by the values of its items. */
        SET
    }

    public static final Type ANY = scalar(Form.ANY);

    private static final Type UNTYPED_LIST = list(new Field(ANY), Relation.ATOMIC, List.of());
    private static final Type UNTYPED_MAP = map(new Field(ANY), Relation.GRANULAR);

    public static Type scalar(Form form) {
        return new Type(form, Map.of(), null, Relation.ATOMIC, List.of(), List.of(), Limits.NONE);
    }

    public static Type list(Field items, Relation relation, List<String> keys) {
        return new Type(Form.LIST, Map.of(), items, relation, List.copyOf(keys), List.of(), Limits.NONE);
    }

    public static Type map(Field values, Relation relation) {
        return new Type(Form.MAP, Map.of(), values, relation, List.of(), List.of(), Limits.NONE);
    }

    /** A map with declared fields, to be put into {@link #fields()} by the caller. */
    public static Type struct(Relation relation, List<String> required) {
        return new Type(Form.MAP, new LinkedHashMap<>(), null, relation, List.of(), List.copyOf(required), Limits.NONE);
    }

    /** The same declared fields, merged otherwise. */
    public Type with(Relation other) {
        return new Type(form, fields, element, other, keys, required, limits);
    }

    public Type with(Limits others) {
        return new Type(form, fields, element, relation, keys, required, others);
    }

    public Type withElement(Field others) {
        return new Type(form, fields, others, relation, keys, required, limits);
    }

    /** This type, or for ANY the one that the value has by its looks. */
    public Type of(@Nullable JsonNode value) {
        if (form != Form.ANY || value == null) {
            return this;
        }
        return value.isObject() ? UNTYPED_MAP : value.isArray() ? UNTYPED_LIST : this;
    }

    /** The declared field, or what undeclared names hold; null when the name is not allowed. */
    public @Nullable Field field(String name) {
        Field declared = fields.get(name);
        return declared != null ? declared : element;
    }

    /** The type of what stands under a name; ANY when the name is not allowed. */
    public Type typeOf(String name) {
        Field field = field(name);
        return field == null ? ANY : field.type();
    }

    /** The type of a list's items. */
    public Type items() {
        return element == null ? ANY : element.type();
    }

    public boolean declares(String name) {
        return fields.containsKey(name);
    }

    public boolean isScalar() {
        return form != Form.LIST && form != Form.MAP;
    }
}
