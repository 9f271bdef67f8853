package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A set of paths into a value, as a tree; {@code FieldsV1} is its JSON form. A path can be a member, have members
 * below it, or both. Changed only while it is being built.
 */
public final class FieldSet {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    /** Under each step: is it a member, and what lies below. */
    private final TreeMap<String, Node> steps = new TreeMap<>();

    private static final class Node {
        boolean member;

        @Nullable
        FieldSet below;
    }

    /** From {@code fieldsV1}. */
    public static FieldSet parse(JsonNode fieldsV1) {
        FieldSet set = new FieldSet();
        fieldsV1.properties().forEach(entry -> {
            if (entry.getKey().equals(".")) {
                return;
            }
            Node node = set.node(entry.getKey());
            JsonNode value = entry.getValue();
            node.member = value.isEmpty() || value.has(".");
            if (value.size() > (value.has(".") ? 1 : 0)) {
                node.below = parse(value);
            }
        });
        return set;
    }

    /** As {@code fieldsV1}. */
    public ObjectNode toJson() {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        steps.forEach((step, node) -> {
            if (node.below == null || node.below.isEmpty()) {
                if (node.member) {
                    out.set(step, NOTHING);
                }
                return;
            }
            ObjectNode below = node.below.toJson();
            if (node.member) {
                ObjectNode withSelf = JsonNodeFactory.instance.objectNode();
                withSelf.set(".", NOTHING);
                withSelf.setAll(below);
                below = withSelf;
            }
            out.set(step, below);
        });
        return out;
    }

    void insert(String step) {
        node(step).member = true;
    }

    /** What lies below a step, made when absent. */
    FieldSet at(String step) {
        Node node = node(step);
        if (node.below == null) {
            node.below = new FieldSet();
        }
        return node.below;
    }

    /** As {@link #at}, for what has been built already. */
    void attach(String step, FieldSet below) {
        if (!below.isEmpty()) {
            node(step).below = below;
        }
    }

    private Node node(String step) {
        return steps.computeIfAbsent(step, s -> new Node());
    }

    public boolean isEmpty() {
        for (Node node : steps.values()) {
            if (node.member || (node.below != null && !node.below.isEmpty())) {
                return false;
            }
        }
        return true;
    }

    boolean has(String step) {
        Node node = steps.get(step);
        return node != null && node.member;
    }

    /** Whether the path of these steps is a member. */
    public boolean has(String... path) {
        FieldSet set = this;
        for (int i = 0; i < path.length - 1; i++) {
            set = set.below(path[i]);
        }
        return set.has(path[path.length - 1]);
    }

    /** Members below a step; empty when there are none. */
    FieldSet below(String step) {
        Node node = steps.get(step);
        return node == null || node.below == null ? new FieldSet() : node.below;
    }

    public FieldSet union(FieldSet other) {
        FieldSet out = new FieldSet();
        steps.forEach((step, node) -> out.put(step, node.member, node.below));
        other.steps.forEach((step, node) -> {
            Node mine = steps.get(step);
            if (mine == null) {
                out.put(step, node.member, node.below);
                return;
            }
            FieldSet below =
                    mine.below == null ? node.below : node.below == null ? mine.below : mine.below.union(node.below);
            out.put(step, mine.member || node.member, below);
        });
        return out;
    }

    public FieldSet difference(FieldSet other) {
        FieldSet out = new FieldSet();
        steps.forEach((step, node) -> {
            Node theirs = other.steps.get(step);
            if (theirs == null) {
                out.put(step, node.member, node.below);
                return;
            }
            FieldSet below =
                    node.below == null || theirs.below == null ? node.below : node.below.difference(theirs.below);
            out.put(step, node.member && !theirs.member, below);
        });
        return out;
    }

    public FieldSet intersection(FieldSet other) {
        FieldSet out = new FieldSet();
        steps.forEach((step, node) -> {
            Node theirs = other.steps.get(step);
            if (theirs != null) {
                FieldSet below =
                        node.below == null || theirs.below == null ? null : node.below.intersection(theirs.below);
                out.put(step, node.member && theirs.member, below);
            }
        });
        return out;
    }

    private void put(String step, boolean member, @Nullable FieldSet below) {
        FieldSet kept = below == null || below.isEmpty() ? null : below;
        if (member || kept != null) {
            Node node = node(step);
            node.member = member;
            node.below = kept;
        }
    }

    /**
     * Also the declared fields on the way to a member: a set with {@code spec.replicas} then has {@code spec}. Entries
     * of maps and items of lists on the way are left as they are.
     */
    FieldSet withDeclaredParents(Type type) {
        FieldSet out = new FieldSet();
        steps.forEach((step, node) -> {
            boolean declared = step.startsWith("f:") && type.declares(step.substring(2));
            FieldSet below = node.below == null ? null : node.below.withDeclaredParents(typeAt(type, step));
            out.put(step, node.member || (declared && below != null && !below.isEmpty()), below);
        });
        return out;
    }

    private static Type typeAt(Type type, String step) {
        if (type.form() == Type.Form.ANY) {
            return Type.ANY;
        }
        return step.startsWith("f:") ? type.typeOf(step.substring(2)) : type.items();
    }

    /** Every member, as messages write paths: {@code .spec.replicas}. */
    public List<String> paths() {
        List<String> out = new ArrayList<>();
        collect(new ArrayDeque<>(), out);
        return out;
    }

    private void collect(Deque<String> prefix, List<String> out) {
        for (Map.Entry<String, Node> entry : steps.entrySet()) {
            if (entry.getValue().member) {
                out.add(String.join("", prefix) + PathElement.display(entry.getKey()));
            }
        }
        for (Map.Entry<String, Node> entry : steps.entrySet()) {
            FieldSet below = entry.getValue().below;
            if (below != null) {
                prefix.addLast(PathElement.display(entry.getKey()));
                below.collect(prefix, out);
                prefix.removeLast();
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet set && toJson().equals(set.toJson());
    }

    @Override
    public int hashCode() {
        return toJson().hashCode();
    }

    @Override
    public String toString() {
        return toJson().toString();
    }
}
