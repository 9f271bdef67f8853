package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code metadata.managedFields}, taken apart. */
final class ManagedFields {
    /** One manager's fields, the version that they are written in, and when they last changed. */
    record Entry(FieldSet fields, String apiVersion, String time) {}

    private final Map<ManagerId, Entry> entries = new LinkedHashMap<>();

    static ManagedFields parse(@Nullable JsonNode managedFields) {
        ManagedFields out = new ManagedFields();
        if (managedFields == null) {
            return out;
        }
        for (JsonNode entry : managedFields) {
            String operation = entry.path("operation").asText("");
            if (operation.isEmpty()) {
                continue;
            }
            String apiVersion = entry.path("apiVersion").asText("");
            ManagerId id = new ManagerId(
                    entry.path("manager").asText(""),
                    operation,
                    operation.equals("Apply") ? "" : apiVersion,
                    entry.path("subresource").asText(""));
            Entry parsed = new Entry(
                    FieldSet.parse(entry.path("fieldsV1")),
                    apiVersion,
                    entry.path("time").asText(""));
            Entry known = out.entries.get(id);
            out.entries.put(
                    id,
                    known == null
                            ? parsed
                            : new Entry(known.fields().union(parsed.fields()), apiVersion, parsed.time()));
        }
        return out;
    }

    Map<ManagerId, Entry> entries() {
        return entries;
    }

    FieldSet fieldsOf(ManagerId id) {
        Entry entry = entries.get(id);
        return entry == null ? new FieldSet() : entry.fields();
    }

    /** Empty sets are forgotten. */
    void put(ManagerId id, FieldSet fields, String apiVersion, String time) {
        if (fields.isEmpty()) {
            entries.remove(id);
        } else {
            entries.put(id, new Entry(fields, apiVersion, time));
        }
    }

    void takeAway(ManagerId id, FieldSet fields) {
        Entry entry = entries.get(id);
        if (entry != null && !fields.isEmpty()) {
            put(id, entry.fields().difference(fields), entry.apiVersion(), entry.time());
        }
    }

    /** Appliers first, then by time and name. */
    ArrayNode toJson() {
        List<Map.Entry<ManagerId, Entry>> sorted = new ArrayList<>(entries.entrySet());
        sorted.sort(Comparator.comparing(
                        (Map.Entry<ManagerId, Entry> e) -> e.getKey().operation())
                .thenComparing(e -> e.getValue().time())
                .thenComparing(e -> e.getKey().name())
                .thenComparing(e -> e.getValue().apiVersion())
                .thenComparing(e -> e.getKey().subresource()));
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (Map.Entry<ManagerId, Entry> entry : sorted) {
            ObjectNode node = out.addObject();
            node.put("manager", entry.getKey().name())
                    .put("operation", entry.getKey().operation())
                    .put("apiVersion", entry.getValue().apiVersion());
            if (!entry.getValue().time().isEmpty()) {
                node.put("time", entry.getValue().time());
            }
            node.put("fieldsType", "FieldsV1");
            node.set("fieldsV1", entry.getValue().fields().toJson());
            if (!entry.getKey().subresource().isEmpty()) {
                node.put("subresource", entry.getKey().subresource());
            }
        }
        return out;
    }
}
