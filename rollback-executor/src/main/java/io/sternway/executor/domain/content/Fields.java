package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and changes fields of objects that are JSON as maps, lists and scalars. */
public final class Fields {

    private Fields() {}

    /** The value at a path of member names; null if any of them is absent. */
    public static @Nullable Object at(Map<String, Object> object, String... path) {
        Object value = object;
        for (String name : path) {
            if (!(value instanceof Map<?, ?> map)) {
                return null;
            }
            value = map.get(name);
        }
        return value;
    }

    /** The text at a path, or null. */
    public static @Nullable String textOrNull(Map<String, Object> object, String... path) {
        return at(object, path) instanceof String text ? text : null;
    }

    /** The text at a path, or {@code otherwise}. */
    public static String text(Map<String, Object> object, String otherwise, String... path) {
        return at(object, path) instanceof String text ? text : otherwise;
    }

    /** The number at a path, or {@code otherwise}. */
    public static long number(Map<String, Object> object, long otherwise, String... path) {
        return at(object, path) instanceof Number number ? number.longValue() : otherwise;
    }

    /** The object at a path; empty if there is none. */
    public static Map<String, Object> map(Map<String, Object> object, String... path) {
        return at(object, path) instanceof Map<?, ?> map ? typed(map) : Map.of();
    }

    /** The objects of the list at a path; empty if there is none. */
    public static List<Map<String, Object>> maps(Map<String, Object> object, String... path) {
        List<Map<String, Object>> maps = new ArrayList<>();
        if (at(object, path) instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> map) {
                    maps.add(typed(map));
                }
            }
        }
        return maps;
    }

    /** The uid of a live object. */
    public static String uid(Map<String, Object> live) {
        return text(live, "", "metadata", "uid");
    }

    /** The resourceVersion of a live object. */
    public static String resourceVersion(Map<String, Object> live) {
        return text(live, "", "metadata", "resourceVersion");
    }

    /** Whether a live object is being deleted. */
    public static boolean isGoing(Map<String, Object> live) {
        return at(live, "metadata", "deletionTimestamp") != null;
    }

    /** An annotation, or null. */
    public static @Nullable String annotation(Map<String, Object> object, String name) {
        return textOrNull(object, "metadata", "annotations", name);
    }

    /** A label, or null. */
    public static @Nullable String label(Map<String, Object> object, String name) {
        return textOrNull(object, "metadata", "labels", name);
    }

    /** The status of a condition ({@code True}, {@code False}, {@code Unknown}), or null. */
    public static @Nullable String condition(Map<String, Object> object, String type) {
        return maps(object, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .map(condition -> textOrNull(condition, "status"))
                .findFirst()
                .orElse(null);
    }

    /** A copy that may be changed without changing the original. */
    public static Map<String, Object> copy(Map<String, Object> object) {
        Map<String, Object> copy = new LinkedHashMap<>();
        object.forEach((name, value) -> copy.put(name, copied(value)));
        return copy;
    }

    /** Sets the value at a path, making the objects on the way. */
    public static void set(Map<String, Object> object, Object value, String... path) {
        Map<String, Object> at = object;
        for (int i = 0; i < path.length - 1; i++) {
            Object next = at.get(path[i]);
            if (!(next instanceof Map)) {
                next = new LinkedHashMap<String, Object>();
                at.put(path[i], next);
            }
            at = typed((Map<?, ?>) next);
        }
        at.put(path[path.length - 1], value);
    }

    /** Removes the value at a path, if it is there. */
    public static void remove(Map<String, Object> object, String... path) {
        Object at = object;
        for (int i = 0; i < path.length - 1 && at instanceof Map<?, ?> map; i++) {
            at = map.get(path[i]);
        }
        if (at instanceof Map<?, ?> map) {
            map.remove(path[path.length - 1]);
        }
    }

    @SuppressWarnings("unchecked") // JSON objects have text keys
    static Map<String, Object> typed(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }

    private static @Nullable Object copied(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return copy(typed(map));
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            for (Object item : list) {
                copy.add(copied(item));
            }
            return copy;
        }
        return value;
    }
}
