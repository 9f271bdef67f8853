package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.sternway.sandbox.cluster.store.ResourceKind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a ResourceQuota allows: counts of objects, and what Pods request and may use. */
public final class Quotas {
    private static final Set<String> COUNTED = Set.of(
            "pods",
            "services",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "replicationcontrollers",
            "resourcequotas");

    private Quotas() {}

    /**
     * Why one more object is too much, as the API server says it; null when it is not.
     *
     * @param others of the same kind in the namespace
     */
    public static @Nullable String excess(
            ResourceKind kind, JsonNode object, JsonNode hard, List<? extends JsonNode> others) {
        Map<String, BigDecimal> requested = usage(kind, object);
        Map<String, BigDecimal> used = new TreeMap<>();
        for (JsonNode other : others) {
            usage(kind, other).forEach((resource, amount) -> used.merge(resource, amount, BigDecimal::add));
        }
        StringBuilder wants = new StringBuilder();
        StringBuilder has = new StringBuilder();
        StringBuilder may = new StringBuilder();
        for (Map.Entry<String, BigDecimal> want : requested.entrySet()) {
            String resource = want.getKey();
            BigDecimal limit =
                    hard.has(resource) ? Quantity.value(hard.get(resource).asText()) : null;
            BigDecimal already = used.getOrDefault(resource, BigDecimal.ZERO);
            if (limit != null && already.add(want.getValue()).compareTo(limit) > 0) {
                append(wants, resource, Quantity.canonical(want.getValue().toPlainString()));
                append(has, resource, Quantity.canonical(already.toPlainString()));
                append(may, resource, hard.get(resource).asText());
            }
        }
        return wants.isEmpty() ? null : "requested: " + wants + ", used: " + has + ", limited: " + may;
    }

    private static void append(StringBuilder out, String resource, String amount) {
        out.append(out.isEmpty() ? "" : ",").append(resource).append('=').append(amount);
    }

    /** What one object takes of each resource that a quota may limit. */
    public static Map<String, BigDecimal> usage(ResourceKind kind, JsonNode object) {
        Map<String, BigDecimal> out = new TreeMap<>();
        out.put("count/" + kind.qualifiedPlural(), BigDecimal.ONE);
        boolean ended = Set.of("Succeeded", "Failed")
                .contains(object.path("status").path("phase").asText());
        if (kind.group().isEmpty() && COUNTED.contains(kind.plural()) && !ended) {
            out.put(kind.plural(), BigDecimal.ONE);
        }
        if (kind.qualifiedPlural().equals("pods") && !ended) {
            for (JsonNode container : object.path("spec").path("containers")) {
                add(out, "requests.", container.path("resources").path("requests"));
                add(out, "limits.", container.path("resources").path("limits"));
            }
        }
        if (kind.qualifiedPlural().equals("persistentvolumeclaims")) {
            add(out, "requests.", object.path("spec").path("resources").path("requests"));
        }
        return out;
    }

    private static void add(Map<String, BigDecimal> out, String prefix, JsonNode amounts) {
        amounts.properties().forEach(entry -> {
            BigDecimal amount = Quantity.value(entry.getValue().asText());
            if (amount != null) {
                out.merge(prefix + entry.getKey(), amount, BigDecimal::add);
                if (prefix.equals("requests.") && !entry.getKey().equals("storage")) {
                    out.merge(entry.getKey(), amount, BigDecimal::add);
                }
            }
        });
    }
}
