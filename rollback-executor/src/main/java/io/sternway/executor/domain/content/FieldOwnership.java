package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who owns which field of a live object, from its {@code managedFields} (K4, K8).
 *
 * <p>What the control plane itself wrote, finalizers, owner references and other tools' book-keeping annotations are
 * nobody's edit: they are never moved and never reported.
 */
public final class FieldOwnership {
    private static final Set<String> CONTROL_PLANE = Set.of(
            "kube-controller-manager",
            "kube-scheduler",
            "kubelet",
            "kube-apiserver",
            "cloud-controller-manager",
            "apiserver");
    /** Moving these would make the API server refuse the next apply, or take away what only it can give. */
    private static final Set<String> FIXED_KINDS =
            Set.of("PersistentVolumeClaim", "PersistentVolume", "Job", "Pod", "Namespace");

    /** What a server or a controller fills in: nobody's edit, whoever wrote it (K8). */
    private static final Map<String, Set<String>> FILLED_IN = Map.of(
            "Secret", Set.of("f:data"),
            "ServiceAccount", Set.of("f:secrets", "f:imagePullSecrets"));

    /** Also in templates: a restart that somebody asked for has happened, and taking it back would be another one. */
    private static final Set<String> BOOK_KEEPING = Set.of(
            "f:kubectl.kubernetes.io/last-applied-configuration",
            "f:kubectl.kubernetes.io/restartedAt",
            "f:meta.helm.sh/release-name",
            "f:meta.helm.sh/release-namespace",
            "f:deployment.kubernetes.io/revision");

    private FieldOwnership() {}

    /**
     * The new {@code managedFields} of an object, after which the next apply removes what other managers left there.
     *
     * @param managedFields to be stored in the place of the old ones
     * @param taken what changed hands
     */
    public record Migration(List<Map<String, Object>> managedFields, List<Field> taken) {}

    /**
     * A field and its manager.
     *
     * @param manager who owns, or owned, it
     * @param path the keys that lead to it
     */
    public record Field(String manager, List<String> path) {
        /** For people: {@code .spec.paused}. */
        public String text() {
            return FieldSet.text(path);
        }
    }

    /**
     * Moves the entries of other managers into ours; empty if there is nothing to move.
     *
     * @param live the object as it was read
     * @param ours our field manager
     * @param from which managers' entries are moved
     */
    public static Optional<Migration> migrate(Map<String, Object> live, String ours, Predicate<String> from) {
        if (FIXED_KINDS.contains(Fields.text(live, "", "kind"))) {
            return Optional.empty();
        }
        String apiVersion = Fields.text(live, "", "apiVersion");
        List<Map<String, Object>> entries = new ArrayList<>();
        List<Field> taken = new ArrayList<>();
        Map<String, Object> gained = Map.of();
        Map<String, Object> newest = Map.of();
        for (Map<String, Object> entry : Fields.maps(live, "metadata", "managedFields")) {
            String manager = Fields.text(entry, "", "manager");
            boolean movable = isOthers(entry, ours)
                    && from.test(manager)
                    && apiVersion.equals(Fields.text(entry, "", "apiVersion"));
            List<List<String>> moved = movable ? movable(live, entry) : List.of();
            if (moved.isEmpty()) {
                entries.add(entry);
                continue;
            }
            moved.forEach(path -> taken.add(new Field(manager, path)));
            gained = FieldSet.union(gained, FieldSet.of(moved));
            newest = entry;
            List<List<String>> kept = new ArrayList<>(FieldSet.paths(Fields.map(entry, "fieldsV1")));
            kept.removeAll(moved);
            if (!kept.isEmpty()) {
                Map<String, Object> rest = Fields.copy(entry);
                rest.put("fieldsV1", FieldSet.of(kept));
                entries.add(rest);
            }
        }
        if (taken.isEmpty()) {
            return Optional.empty();
        }
        addToOurs(entries, ours, apiVersion, gained, newest);
        return Optional.of(new Migration(entries, taken));
    }

    /** Whether our apply owns that field. */
    static boolean owns(Map<String, Object> object, String ours, List<String> path) {
        return FieldSet.contains(ourSet(object, ours), path);
    }

    /** Fields that others had set, that we own after an apply, and whose value that apply changed. */
    public static List<Field> overridden(Map<String, Object> before, Map<String, Object> after, String ours) {
        Map<String, Object> own = ourSet(after, ours);
        return others(before, ours).stream()
                .filter(field -> FieldSet.contains(own, field.path()))
                .filter(field ->
                        !Objects.equals(FieldSet.valueAt(before, field.path()), FieldSet.valueAt(after, field.path())))
                .filter(field -> isLeaf(before, field))
                .toList();
    }

    /** Of the fields that changed hands, those that an apply then removed or gave back to their default. */
    public static List<Field> removed(
            List<Field> taken, Map<String, Object> before, Map<String, Object> after, String ours) {
        Map<String, Object> own = ourSet(after, ours);
        List<Field> removed = new ArrayList<>();
        for (Field field : taken) {
            Object was = FieldSet.valueAt(before, field.path());
            Object is = FieldSet.valueAt(after, field.path());
            boolean whole = removed.stream()
                    .anyMatch(other -> other.path().size() < field.path().size()
                            && field.path().subList(0, other.path().size()).equals(other.path()));
            boolean gone = was != null && is == null;
            boolean reset = was != null && !was.equals(is) && isLeaf(before, field);
            if (!whole && (gone || reset) && !FieldSet.contains(own, field.path())) {
                removed.add(field);
            }
        }
        return removed;
    }

    /** Fields that other managers own and we do not: the snapshot says nothing about them. */
    public static List<Field> foreign(Map<String, Object> live, String ours) {
        Map<String, Object> own = ourSet(live, ours);
        return others(live, ours).stream()
                .filter(field -> !FieldSet.contains(own, field.path()))
                .filter(field -> isLeaf(live, field))
                .toList();
    }

    /** Our entries taken out, for an object that is let go. An empty list would be ignored: an empty entry clears it. */
    public static List<Map<String, Object>> withoutOurs(Map<String, Object> live, String ours) {
        List<Map<String, Object>> rest = Fields.maps(live, "metadata", "managedFields").stream()
                .filter(entry -> !ours.equals(entry.get("manager")))
                .toList();
        return rest.isEmpty() ? List.of(Map.of()) : rest;
    }

    /** The JSON patch that stores other {@code managedFields}, if the object is still as it was read. */
    public static List<Map<String, Object>> patch(Map<String, Object> live, List<Map<String, Object>> managedFields) {
        return List.of(
                Map.of("op", "test", "path", "/metadata/resourceVersion", "value", Fields.resourceVersion(live)),
                Map.of("op", "replace", "path", "/metadata/managedFields", "value", managedFields));
    }

    private static List<Field> others(Map<String, Object> object, String ours) {
        List<Field> fields = new ArrayList<>();
        for (Map<String, Object> entry : Fields.maps(object, "metadata", "managedFields")) {
            if (isOthers(entry, ours)) {
                movable(object, entry).forEach(path -> fields.add(new Field(Fields.text(entry, "", "manager"), path)));
            }
        }
        return fields;
    }

    private static boolean isOthers(Map<String, Object> entry, String ours) {
        String manager = Fields.text(entry, "", "manager");
        return !manager.equals(ours)
                && !CONTROL_PLANE.contains(manager)
                && Fields.text(entry, "", "subresource").isEmpty();
    }

    private static List<List<String>> movable(Map<String, Object> object, Map<String, Object> entry) {
        Set<String> filledIn = FILLED_IN.getOrDefault(Fields.text(object, "", "kind"), Set.of());
        return FieldSet.paths(Fields.map(entry, "fieldsV1")).stream()
                .filter(FieldOwnership::isMovable)
                .filter(path -> !filledIn.contains(path.get(0)))
                .toList();
    }

    private static boolean isMovable(List<String> path) {
        if (path.stream().anyMatch(BOOK_KEEPING::contains)) {
            return false;
        }
        if (!path.get(0).equals("f:metadata") || path.size() < 2) {
            return !path.get(0).equals("f:status");
        }
        return switch (path.get(1)) {
            case "f:finalizers", "f:ownerReferences" -> false;
            case "f:annotations", "f:labels" -> path.size() > 2;
            default -> true;
        };
    }

    private static boolean isLeaf(Map<String, Object> object, Field field) {
        Object value = FieldSet.valueAt(object, field.path());
        return !(value instanceof Map) && !(value instanceof List);
    }

    private static Map<String, Object> ourSet(Map<String, Object> object, String ours) {
        return Fields.maps(object, "metadata", "managedFields").stream()
                .filter(entry -> isOurApply(entry, ours))
                .map(entry -> Fields.map(entry, "fieldsV1"))
                .findFirst()
                .orElse(Map.of());
    }

    private static boolean isOurApply(Map<String, Object> entry, String ours) {
        return ours.equals(entry.get("manager"))
                && "Apply".equals(entry.get("operation"))
                && Fields.text(entry, "", "subresource").isEmpty();
    }

    private static void addToOurs(
            List<Map<String, Object>> entries,
            String ours,
            String apiVersion,
            Map<String, Object> gained,
            Map<String, Object> newest) {
        for (int i = 0; i < entries.size(); i++) {
            if (isOurApply(entries.get(i), ours)) {
                Map<String, Object> own = Fields.copy(entries.get(i));
                own.put("fieldsV1", FieldSet.union(Fields.map(own, "fieldsV1"), gained));
                entries.set(i, own);
                return;
            }
        }
        Map<String, Object> own = new LinkedHashMap<>();
        own.put("manager", ours);
        own.put("operation", "Apply");
        own.put("apiVersion", apiVersion);
        if (newest.get("time") instanceof String time) {
            own.put("time", time);
        }
        own.put("fieldsType", "FieldsV1");
        own.put("fieldsV1", gained);
        entries.add(own);
    }
}
