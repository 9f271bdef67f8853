package io.sternway.sandbox.cluster.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.model.ApiFailure.Cause;
import io.sternway.sandbox.cluster.model.ApiFailure.Details;
import io.sternway.sandbox.cluster.model.Subresource;
import io.sternway.sandbox.cluster.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields} for one kind in one version: what an apply changes and whose fields it meets,
 * what an update takes from others. Objects handed in are not changed.
 */
public final class FieldManager {
    private static final FieldSet NEVER_OWNED = neverOwned();

    private final Type type;
    private final String apiVersion;

    public FieldManager(Type type, String apiVersion) {
        this.type = type;
        this.apiVersion = apiVersion;
    }

    /**
     * Server-side apply of {@code config} on {@code live}.
     *
     * @param live null when there is no such object
     * @param ignored top-level fields that this part of the object does not hold ({@code status} for the main one)
     * @return the merged object with its managedFields, not yet defaulted
     * @throws ApiFailure 409 when others own what would change, unless {@code force}
     */
    public ObjectNode apply(
            @Nullable ObjectNode live,
            ObjectNode config,
            String manager,
            Subresource part,
            List<String> ignored,
            boolean force,
            String now) {
        ObjectNode before = live == null ? empty(config) : withoutManagedFields(live);
        ManagedFields managed =
                ManagedFields.parse(live == null ? null : live.path("metadata").get("managedFields"));
        if (live != null && managed.entries().isEmpty()) {
            FieldSet all = Comparison.of(type, empty(live), before)
                    .without(NEVER_OWNED)
                    .added();
            managed.put(ManagerId.updater("before-first-apply", apiVersion, ""), all, apiVersion, now);
        }
        ManagerId self = ManagerId.applier(manager, part.path());
        FieldSet last = managed.fieldsOf(self);
        ManagedFields.Entry lastEntry = managed.entries().get(self);
        ObjectNode relevant = withoutFields(config, ignored);
        FieldSet applied = FieldSets.of(type, relevant).difference(NEVER_OWNED);
        ObjectNode merged = (ObjectNode) Merge.of(type, before, relevant);
        managed.put(self, applied, apiVersion, now);
        ObjectNode pruned = prune(merged, managed, last);
        release(managed, self, Comparison.of(type, before, pruned).without(NEVER_OWNED), force);
        boolean sameFields = lastEntry != null && applied.equals(last) && apiVersion.equals(lastEntry.apiVersion());
        if (lastEntry != null && sameFields && pruned.equals(before)) {
            managed.put(self, applied, apiVersion, lastEntry.time());
        }
        return withManagedFields(pruned, managed);
    }

    /**
     * What a create or an update by {@code manager} does to who owns what.
     *
     * @param live null for a create
     * @param updated defaulted; what this part of the object does not hold is as in {@code live}; its managedFields, when it has any, replace the live ones (main part only)
     */
    public ObjectNode update(
            @Nullable ObjectNode live, ObjectNode updated, String manager, Subresource part, String now) {
        ObjectNode before = live == null ? empty(updated) : withoutManagedFields(live);
        ObjectNode after = withoutManagedFields(updated);
        JsonNode liveFields = live == null ? null : live.path("metadata").get("managedFields");
        JsonNode sentFields = updated.path("metadata").get("managedFields");
        boolean sent = part == Subresource.MAIN && sentFields != null && !sentFields.isEmpty();
        ManagedFields managed = ManagedFields.parse(sent ? sentFields : liveFields);
        Comparison changes = Comparison.of(type, before, after).without(NEVER_OWNED);
        ManagerId self = ManagerId.updater(manager, apiVersion, part.path());
        boolean scale = part == Subresource.SCALE;
        boolean track = live == null
                || (scale ? replicasOwned(managed) : !managed.entries().isEmpty());
        FieldSet taken = changes.modified().union(changes.added());
        for (ManagerId other : List.copyOf(managed.entries().keySet())) {
            managed.takeAway(other, taken.union(changes.removed()));
        }
        if (track && !taken.isEmpty()) {
            managed.put(self, managed.fieldsOf(self).union(taken), apiVersion, scale ? "" : now);
        }
        return withManagedFields(after, managed);
    }

    /** A scale of replicas that nobody owns is not recorded. */
    private static boolean replicasOwned(ManagedFields managed) {
        return managed.entries().values().stream()
                .anyMatch(entry -> entry.fields().has(PathElement.field("spec"), PathElement.field("replicas")));
    }

    /** True when the two differ only in when their managers wrote. */
    public static boolean sameButForTimes(ObjectNode one, ObjectNode other) {
        return withoutManagedFields(one).equals(withoutManagedFields(other))
                && withoutTimes(one).equals(withoutTimes(other));
    }

    private static ArrayNode withoutTimes(ObjectNode object) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            ObjectNode copy = ((ObjectNode) entry).objectNode();
            copy.setAll((ObjectNode) entry);
            copy.remove("time");
            out.add(copy);
        }
        return out;
    }

    /** Takes away what the applier no longer applies, unless somebody else owns it. */
    private ObjectNode prune(ObjectNode merged, ManagedFields managed, FieldSet last) {
        if (last.isEmpty()) {
            return merged;
        }
        FieldSet lastMembers = last.withDeclaredParents(type);
        FieldSet mergedMembers = FieldSets.of(type, merged).withDeclaredParents(type);
        FieldSet owned = new FieldSet();
        for (ManagedFields.Entry entry : managed.entries().values()) {
            owned = owned.union(entry.fields());
        }
        ObjectNode pruned = Removal.from(type, merged, lastMembers);
        FieldSet kept = FieldSets.of(type, pruned).withDeclaredParents(type).union(owned.withDeclaredParents(type));
        pruned = Removal.from(type, merged, mergedMembers.difference(kept));
        FieldSet prunedMembers = FieldSets.of(type, pruned).withDeclaredParents(type);
        return Removal.from(
                type, merged, mergedMembers.difference(prunedMembers).intersection(lastMembers));
    }

    /** Takes changed and removed fields from the others, or refuses. */
    private static void release(ManagedFields managed, ManagerId self, Comparison changes, boolean force) {
        FieldSet changed = changes.modified().union(changes.added());
        Map<ManagerId, FieldSet> conflicts = new LinkedHashMap<>();
        managed.entries().forEach((other, entry) -> {
            FieldSet met = other.equals(self) ? new FieldSet() : entry.fields().intersection(changed);
            if (!met.isEmpty()) {
                conflicts.put(other, met);
            }
        });
        if (!force && !conflicts.isEmpty()) {
            throw conflict(conflicts);
        }
        conflicts.forEach(managed::takeAway);
        for (ManagerId other : List.copyOf(managed.entries().keySet())) {
            if (!other.equals(self)) {
                managed.takeAway(other, changes.removed());
            }
        }
    }

    private static ApiFailure conflict(Map<ManagerId, FieldSet> conflicts) {
        List<Cause> causes = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        conflicts.entrySet().stream()
                .sorted((a, b) -> a.getKey().toString().compareTo(b.getKey().toString()))
                .forEach(entry -> {
                    String manager = entry.getKey().display();
                    lines.add("conflicts with " + manager + ":");
                    for (String path : entry.getValue().paths()) {
                        lines.add("- " + path);
                        causes.add(new Cause("FieldManagerConflict", "conflict with " + manager, path));
                    }
                });
        String message = causes.size() == 1
                ? "Apply failed with 1 conflict: " + causes.get(0).message() + ": "
                        + causes.get(0).field()
                : "Apply failed with " + causes.size() + " conflicts: " + String.join("\n", lines);
        return new ApiFailure(409, "Conflict", message, Details.of(causes));
    }

    private static FieldSet neverOwned() {
        FieldSet out = new FieldSet();
        List.of("apiVersion", "kind", "metadata").forEach(name -> out.insert(PathElement.field(name)));
        FieldSet metadata = out.at(PathElement.field("metadata"));
        List.of(
                        "name",
                        "namespace",
                        "creationTimestamp",
                        "selfLink",
                        "uid",
                        "clusterName",
                        "generation",
                        "managedFields",
                        "resourceVersion")
                .forEach(name -> metadata.insert(PathElement.field(name)));
        return out;
    }

    private static ObjectNode withoutFields(ObjectNode object, List<String> names) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.setAll(object);
        out.remove(names);
        return out;
    }

    private static ObjectNode empty(ObjectNode like) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("apiVersion", "kind")) {
            JsonNode value = like.get(name);
            if (value != null) {
                out.set(name, value);
            }
        }
        return out;
    }

    private static ObjectNode withoutManagedFields(ObjectNode object) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.setAll(object);
        if (object.path("metadata").has("managedFields")) {
            ObjectNode metadata = JsonNodeFactory.instance.objectNode();
            metadata.setAll((ObjectNode) object.get("metadata"));
            metadata.remove("managedFields");
            out.set("metadata", metadata);
        }
        return out;
    }

    private static ObjectNode withManagedFields(ObjectNode object, ManagedFields managed) {
        ObjectNode out = withoutManagedFields(object);
        ArrayNode fields = managed.toJson();
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        if (out.get("metadata") instanceof ObjectNode known) {
            metadata.setAll(known);
        }
        if (!fields.isEmpty()) {
            metadata.set("managedFields", fields);
        }
        out.set("metadata", metadata);
        return out;
    }
}
