package io.sternway.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.snapshot.Fault;
import io.sternway.snapshot.FieldPath;
import java.math.BigInteger;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Turns what SnakeYAML composed into JSON, expanding aliases within a budget. */
final class YamlTree {

    private static final int MOST_NODES = 1_000_000;
    private static final long MOST_CHARACTERS = 32L * 1024 * 1024;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<Fault> faults;
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int nodes;
    private long characters;

    YamlTree(List<Fault> faults) {
        this.faults = faults;
    }

    JsonNode of(Node node, FieldPath path) throws UnreadableException {
        nodes++;
        if (nodes > MOST_NODES || characters > MOST_CHARACTERS) {
            throw unreadable(
                    "expands to more than " + MOST_NODES + " values or " + MOST_CHARACTERS + " characters", node);
        }
        if (node instanceof ScalarNode scalar) {
            characters += scalar.getValue().length();
            return scalar(scalar);
        }
        if (!open.add(node)) {
            throw unreadable("an alias stands within what it names", node);
        }
        if (open.size() > JsonSyntax.DEPTH) {
            throw unreadable("is nested deeper than " + JsonSyntax.DEPTH, node);
        }
        JsonNode tree = node instanceof MappingNode mapping ? object(mapping, path) : array((SequenceNode) node, path);
        open.remove(node);
        return tree;
    }

    private ArrayNode array(SequenceNode sequence, FieldPath path) throws UnreadableException {
        ArrayNode array = NODES.arrayNode();
        for (Node item : sequence.getValue()) {
            array.add(of(item, path.index(array.size())));
        }
        return array;
    }

    private ObjectNode object(MappingNode mapping, FieldPath path) throws UnreadableException {
        ObjectNode object = NODES.objectNode();
        for (NodeTuple entry : mapping.getValue()) {
            if (isMerge(entry)) {
                continue;
            }
            String name = name(entry.getKeyNode());
            FieldPath at = path.field(name);
            if (object.has(name)) {
                faults.add(
                        JsonSyntax.twice(at, entry.getKeyNode().getStartMark().getLine() + 1));
            }
            characters += name.length();
            object.set(name, of(entry.getValueNode(), at));
        }
        for (NodeTuple entry : mapping.getValue()) {
            if (isMerge(entry)) {
                merge(entry.getValueNode(), object, path);
            }
        }
        return object;
    }

    /** What is merged in never replaces what stands there. */
    private void merge(Node merged, ObjectNode into, FieldPath path) throws UnreadableException {
        if (merged instanceof SequenceNode several) {
            for (Node one : several.getValue()) {
                merge(one, into, path);
            }
        } else if (merged instanceof MappingNode && of(merged, path) instanceof ObjectNode values) {
            values.properties().forEach(value -> {
                if (!into.has(value.getKey())) {
                    into.set(value.getKey(), value.getValue());
                }
            });
        } else {
            throw unreadable("only objects can be merged by <<", merged);
        }
    }

    private static boolean isMerge(NodeTuple entry) {
        return Tag.MERGE.equals(entry.getKeyNode().getTag());
    }

    private String name(Node key) throws UnreadableException {
        if (!(key instanceof ScalarNode scalar) || Tag.NULL.equals(key.getTag())) {
            throw unreadable("the name of a field must be text", key);
        }
        JsonNode name = scalar(scalar);
        return name.isTextual() ? name.textValue() : name.asText();
    }

    private static JsonNode scalar(ScalarNode scalar) throws UnreadableException {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (Tag.NULL.equals(tag)) {
            return NODES.nullNode();
        }
        if (Tag.BOOL.equals(tag)) {
            return NODES.booleanNode(Set.of("true", "yes", "on").contains(text.toLowerCase(Locale.ROOT)));
        }
        // Sexagesimal numbers (12:30) are none for kubectl.
        if (Tag.INT.equals(tag) && !text.contains(":")) {
            return integer(scalar);
        }
        if (Tag.FLOAT.equals(tag) && !text.contains(":")) {
            return decimal(scalar);
        }
        if (Tag.STR.equals(tag) || Tag.TIMESTAMP.equals(tag) || Tag.INT.equals(tag) || Tag.FLOAT.equals(tag)) {
            return NODES.textNode(text);
        }
        if (Tag.BINARY.equals(tag)) {
            return NODES.textNode(text.replaceAll("\\s", ""));
        }
        throw unreadable("the tag " + tag.getValue() + " is not known", scalar);
    }

    private static JsonNode integer(ScalarNode scalar) throws UnreadableException {
        String digits = scalar.getValue().replace("_", "");
        boolean negative = digits.startsWith("-");
        digits = digits.replaceFirst("^[-+]", "");
        int radix = 10;
        if (digits.startsWith("0x")) {
            radix = 16;
            digits = digits.substring(2);
        } else if (digits.startsWith("0b")) {
            radix = 2;
            digits = digits.substring(2);
        } else if (digits.startsWith("0o") || (digits.startsWith("0") && digits.length() > 1)) {
            radix = 8;
            digits = digits.replaceFirst("^0o?", "");
        }
        try {
            BigInteger value = new BigInteger(digits, radix);
            return JsonSyntax.whole(negative ? value.negate() : value);
        } catch (NumberFormatException e) {
            throw unreadable("no whole number", scalar);
        }
    }

    private static JsonNode decimal(ScalarNode scalar) throws UnreadableException {
        try {
            double value = Double.parseDouble(scalar.getValue().replace("_", ""));
            if (!Double.isInfinite(value) && !Double.isNaN(value)) {
                return NODES.numberNode(value);
            }
        } catch (NumberFormatException e) {
            // .inf and .nan come here too.
        }
        throw unreadable("no number that JSON has", scalar);
    }

    private static UnreadableException unreadable(String message, Node at) {
        return new UnreadableException(
                message, at.getStartMark().getLine() + 1, at.getStartMark().getColumn() + 1);
    }
}
