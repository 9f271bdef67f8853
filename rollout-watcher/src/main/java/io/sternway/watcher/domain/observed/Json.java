package io.sternway.watcher.domain.observed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view of a JSON object, so far as it was kept when it was read. What is absent, or of another type than
 * asked for, reads as absent: objects of clusters are not ours to validate.
 */
public final class Json {

    private static final Json EMPTY = new Json(Map.of());

    private final Map<?, ?> fields;

    private Json(Map<?, ?> fields) {
        this.fields = fields;
    }

    /** A view of maps, lists, strings, numbers and booleans. */
    public static Json of(Map<String, ?> fields) {
        return new Json(fields);
    }

    /** The object at a path; an empty one if there is none. */
    public Json at(String... path) {
        return find(path) instanceof Map<?, ?> map ? new Json(map) : EMPTY;
    }

    /** Whether something stands at a path. */
    public boolean has(String... path) {
        return find(path) != null;
    }

    /** The text at a path. */
    public @Nullable String text(String... path) {
        return find(path) instanceof String text ? text : null;
    }

    /** The text at a path; another one where it is absent or empty. */
    public String textOr(String otherwise, String... path) {
        String text = text(path);
        return text == null || text.isEmpty() ? otherwise : text;
    }

    /** Whether the text at a path is this one. */
    public boolean is(String expected, String... path) {
        return expected.equals(text(path));
    }

    /** Whether {@code true} stands at a path. */
    public boolean flag(String... path) {
        return Boolean.TRUE.equals(find(path));
    }

    /** The whole number at a path. */
    public long number(long ifAbsent, String... path) {
        return find(path) instanceof Number number ? number.longValue() : ifAbsent;
    }

    /** The objects in the list at a path. */
    public List<Json> items(String... path) {
        List<Json> items = new ArrayList<>();
        for (Object item : list(path)) {
            if (item instanceof Map<?, ?> map) {
                items.add(new Json(map));
            }
        }
        return items;
    }

    /** The texts in the list at a path. */
    public List<String> strings(String... path) {
        return list(path).stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** The texts in the object at a path. */
    public Map<String, String> texts(String... path) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (find(path) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key instanceof String name && value instanceof String text) {
                    texts.put(name, text);
                }
            });
        }
        return texts;
    }

    /**
     * A count or a percentage at a path, as of a total.
     *
     * @param roundUp what becomes of a part
     */
    public long countOf(long total, boolean roundUp, long ifAbsent, String... path) {
        Object value = find(path);
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof String text && text.endsWith("%")) {
            try {
                long percent = Long.parseLong(text.substring(0, text.length() - 1));
                return roundUp ? -Math.floorDiv(-total * percent, 100L) : Math.floorDiv(total * percent, 100L);
            } catch (NumberFormatException e) {
                return ifAbsent;
            }
        }
        return ifAbsent;
    }

    private List<?> list(String... path) {
        return find(path) instanceof List<?> list ? list : List.of();
    }

    private @Nullable Object find(String... path) {
        Object at = fields;
        for (String name : path) {
            if (!(at instanceof Map<?, ?> map)) {
                return null;
            }
            at = map.get(name);
        }
        return at;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
