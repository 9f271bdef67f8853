package io.sternway.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;

/** JSON text to a tree, with a limit on depth; a name that stands twice in an object is a fault with its path. */
final class JsonSyntax {

    /** How deep objects and lists may be nested; the deepest known manifests (CRDs) stay under 60. */
    static final int DEPTH = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxStringLength(32 * 1024 * 1024)
                    .build())
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final JsonParser parser;
    private final List<Fault> faults;

    private JsonSyntax(JsonParser parser, List<Fault> faults) {
        this.parser = parser;
        this.faults = faults;
    }

    static JsonNode read(String text, List<Fault> faults) throws UnreadableException {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            JsonNode root = new JsonSyntax(parser, faults).value(FieldPath.root());
            if (parser.nextToken() != null) {
                throw unreadable("there is more after the end of the document", parser.currentTokenLocation());
            }
            return root;
        } catch (JsonProcessingException e) {
            throw unreadable("no JSON: " + e.getOriginalMessage(), e.getLocation());
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory", e);
        }
    }

    private JsonNode value(FieldPath path) throws IOException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(path);
            case START_ARRAY -> array(path);
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> number(path);
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            default -> nodes.nullNode();
        };
    }

    private JsonNode number(FieldPath path) throws IOException {
        double value = parser.getDoubleValue();
        if (Double.isInfinite(value)) {
            faults.add(new Fault(path.text(), parser.getText(), "is larger than any number here can be"));
            return JsonNodeFactory.instance.nullNode();
        }
        return JsonNodeFactory.instance.numberNode(value);
    }

    private ObjectNode object(FieldPath path) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            FieldPath at = path.field(name);
            if (object.has(name)) {
                faults.add(twice(at, parser.currentTokenLocation().getLineNr()));
            }
            parser.nextToken();
            object.set(name, value(at));
        }
        return object;
    }

    private ArrayNode array(FieldPath path) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(path.index(array.size())));
        }
        return array;
    }

    /** The node that Jackson makes of a whole number, so that trees from anywhere are equal. */
    static JsonNode whole(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) {
            return JsonNodeFactory.instance.numberNode(value.intValueExact());
        }
        return value.bitLength() < Long.SIZE
                ? JsonNodeFactory.instance.numberNode(value.longValueExact())
                : JsonNodeFactory.instance.numberNode(value);
    }

    static Fault twice(FieldPath path, int line) {
        return new Fault(path.text(), null, "stands twice, again in line " + line + "; keep one of them");
    }

    private static UnreadableException unreadable(String message, JsonLocation at) {
        return at == null
                ? new UnreadableException(message, 0, 0)
                : new UnreadableException(message, at.getLineNr(), at.getColumnNr());
    }
}
