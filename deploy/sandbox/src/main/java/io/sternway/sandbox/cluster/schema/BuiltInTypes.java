package io.sternway.sandbox.cluster.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sternway.sandbox.cluster.schema.Field.Zero;
import io.sternway.sandbox.cluster.schema.Type.Form;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The types of the built-in kinds, read once from {@code structure.json}. */
public final class BuiltInTypes {
    private static final BuiltInTypes ALL = read();

    private final JsonNode source;
    private final Map<String, Type> types = new HashMap<>();
    private final Map<String, Type> kinds = new HashMap<>();

    private BuiltInTypes(JsonNode source) {
        this.source = source;
        source.get("kinds")
                .properties()
                .forEach(kind -> kinds.put(kind.getKey(), named(kind.getValue().textValue())));
    }

    public static BuiltInTypes all() {
        return ALL;
    }

    /** By {@code apps/v1} and {@code Deployment}; null for what is not built in. */
    public @Nullable Type kind(String apiVersion, String kind) {
        return kinds.get(apiVersion + "/" + kind);
    }

    /** metadata of every object. */
    public Type objectMeta() {
        return named("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    }

    private static BuiltInTypes read() {
        try (InputStream in = Objects.requireNonNull(BuiltInTypes.class.getResourceAsStream("structure.json"))) {
            return new BuiltInTypes(new ObjectMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Type named(String name) {
        Type known = types.get(name);
        if (known != null) {
            return known;
        }
        JsonNode declared = source.get("types").get(name);
        if (declared.has("alias")) {
            Type alias = field(declared.get("alias")).type();
            types.put(name, alias);
            return alias;
        }
        boolean atomic = "atomic".equals(declared.path("t").textValue());
        Type struct = Type.struct(atomic ? Relation.ATOMIC : Relation.GRANULAR, texts(declared.path("required")));
        types.put(name, struct);
        declared.get("f").properties().forEach(f -> struct.fields().put(f.getKey(), field(f.getValue())));
        return struct;
    }

    private Field field(JsonNode node) {
        if (node.isTextual()) {
            Type type = Type.scalar(form(node.textValue()));
            return new Field(type, false, null, null, false, zero(node.textValue()));
        }
        return new Field(
                type(node),
                node.path("z").asBoolean(),
                node.get("d"),
                node.path("pk").textValue(),
                node.path("ps").asText("").contains("merge"),
                node.path("0").asBoolean() ? Zero.ALWAYS : zero(node.path("v").asText("")));
    }

    private static Zero zero(String scalar) {
        return scalar.endsWith("-") ? Zero.LEFT_OUT : scalar.endsWith("0") ? Zero.ALWAYS : Zero.KEPT;
    }

    private Type type(JsonNode node) {
        String relation = node.path("t").asText("");
        if (node.has("r")) {
            Type type = named(node.get("r").textValue());
            return relation.equals("atomic") ? type.with(Relation.ATOMIC) : type;
        }
        if (node.has("l")) {
            Relation of = switch (relation) {
                case "map" -> Relation.KEYED;
                case "set" -> Relation.SET;
                default -> Relation.ATOMIC;
            };
            return Type.list(field(node.get("l")), of, texts(node.path("k")));
        }
        if (node.has("m")) {
            return Type.map(field(node.get("m")), relation.equals("atomic") ? Relation.ATOMIC : Relation.GRANULAR);
        }
        return Type.scalar(form(node.get("v").textValue()));
    }

    private static Form form(String letter) {
        return switch (letter.substring(0, 1)) {
            case "s" -> Form.STRING;
            case "i" -> Form.INTEGER;
            case "n" -> Form.NUMBER;
            case "b" -> Form.BOOLEAN;
            case "x" -> Form.INT_OR_STRING;
            case "q" -> Form.QUANTITY;
            case "t" -> Form.TIME;
            default -> Form.ANY;
        };
    }

    private static List<String> texts(JsonNode array) {
        List<String> out = new ArrayList<>();
        array.forEach(item -> out.add(item.asText()));
        return out;
    }
}
