package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.schema.Type;
import io.sternway.sandbox.cluster.schema.Type.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lays one value over another: what the upper one has wins, the rest of the lower one stays. Neither is changed. */
final class Merge {
    private Merge() {}

    static JsonNode of(Type declared, @Nullable JsonNode lower, @Nullable JsonNode upper) {
        if (upper == null) {
            return lower == null ? JsonNodeFactory.instance.nullNode() : lower;
        }
        if (lower == null) {
            return upper;
        }
        Type type = declared.of(upper);
        boolean leaf = type.isScalar() || type.relation() == Relation.ATOMIC;
        if (leaf || lower.isNull() || upper.isNull() || declared.of(lower).form() != type.form()) {
            return upper;
        }
        return type.form() == Type.Form.LIST ? items(type, lower, upper) : fields(type, lower, upper);
    }

    private static JsonNode fields(Type type, JsonNode lower, JsonNode upper) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        lower.properties().forEach(entry -> out.set(entry.getKey(), entry.getValue()));
        upper.properties().forEach(entry -> {
            out.set(entry.getKey(), of(type.typeOf(entry.getKey()), lower.get(entry.getKey()), entry.getValue()));
        });
        return out;
    }

    /** The order is the upper one's; what only the lower one has keeps its place among its neighbours. */
    private static JsonNode items(Type type, JsonNode lower, JsonNode upper) {
        Indexed left = Indexed.of(type, lower);
        Indexed right = Indexed.of(type, upper);
        Type items = type.items();
        Deque<String> shared = new ArrayDeque<>();
        right.steps.stream().filter(left.byStep::containsKey).forEach(shared::add);
        Set<String> done = new HashSet<>();
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        int l = 0;
        int r = 0;
        while (l < left.steps.size() || r < right.steps.size()) {
            if (l < left.steps.size() && r < right.steps.size()) {
                String step = left.steps.get(l);
                if (step.equals(right.steps.get(r))) {
                    done.add(step);
                    out.add(of(items, left.byStep.get(step), right.byStep.get(step)));
                    l++;
                    r++;
                    shared.poll();
                    continue;
                }
                if (right.byStep.containsKey(step) && shared.peek() != null && !step.equals(shared.peek())) {
                    l++;
                    continue;
                }
            }
            if (l < left.steps.size()) {
                String step = left.steps.get(l);
                if (!right.byStep.containsKey(step)) {
                    out.add(left.items.get(l));
                    l++;
                    continue;
                }
                if (done.contains(step)) {
                    l++;
                }
            }
            if (r < right.steps.size()) {
                String step = right.steps.get(r);
                done.add(step);
                out.add(of(items, left.byStep.get(step), right.byStep.get(step)));
                r++;
                if (step.equals(shared.peek())) {
                    shared.poll();
                }
            }
        }
        return out;
    }

    private record Indexed(List<String> steps, List<JsonNode> items, Map<String, JsonNode> byStep) {
        static Indexed of(Type type, JsonNode list) {
            Indexed out = new Indexed(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
            for (JsonNode item : list) {
                String step = PathElement.item(type, item);
                String named = step == null ? "?" + item : step;
                out.steps.add(named);
                out.items.add(item);
                out.byStep.putIfAbsent(named, item);
            }
            return out;
        }
    }
}
