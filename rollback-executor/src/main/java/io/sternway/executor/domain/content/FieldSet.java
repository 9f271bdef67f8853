package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A set of fields as {@code managedFields[].fieldsV1} writes it: {@code f:} names a member, {@code k:} a list item by its
 * keys, {@code v:} an item by its value, {@code i:} by its index, and {@code .} means the field itself.
 */
final class FieldSet {
    private static final String SELF = ".";
    private static final Pattern KEY = Pattern.compile("\"([^\"]+)\":(\"((?:[^\"\\\\]|\\\\.)*)\"|[^,}]+)");

    private FieldSet() {}

    /** Both sets together. */
    static Map<String, Object> union(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> union = Fields.copy(one);
        other.forEach((key, value) -> union.merge(
                key, value, (mine, theirs) -> union(Fields.typed((Map<?, ?>) mine), Fields.typed((Map<?, ?>) theirs))));
        return union;
    }

    /** Every field of the set, each as the keys that lead to it. An item that is in the set itself comes first. */
    static List<List<String>> paths(Map<String, Object> set) {
        List<List<String>> paths = new ArrayList<>();
        collect(set, List.of(), paths);
        return paths;
    }

    /** Whether the set has that field itself. */
    static boolean contains(Map<String, Object> set, List<String> path) {
        Map<String, Object> within = within(set, path);
        return within != null && (within.isEmpty() || within.containsKey(SELF));
    }

    /** Whether the set has that field, or something within it. */
    static boolean reaches(Map<String, Object> set, List<String> path) {
        return within(set, path) != null;
    }

    private static @Nullable Map<String, Object> within(Map<String, Object> set, List<String> path) {
        Map<String, Object> at = set;
        for (String key : path) {
            if (!(at.get(key) instanceof Map<?, ?> next)) {
                return null;
            }
            at = Fields.typed(next);
        }
        return at;
    }

    /** The set of these fields only. */
    static Map<String, Object> of(List<List<String>> paths) {
        Map<String, Object> set = new LinkedHashMap<>();
        for (List<String> path : paths) {
            Map<String, Object> at = set;
            for (String key : path) {
                at = Fields.typed((Map<?, ?>) at.computeIfAbsent(key, name -> new LinkedHashMap<String, Object>()));
            }
        }
        markSelves(set, paths);
        return set;
    }

    /** The value of a field in an object; null if it is not there. */
    static @Nullable Object valueAt(Map<String, Object> object, List<String> path) {
        Object at = object;
        for (String key : path) {
            at = step(at, key);
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    /** A field for people, as the API server writes it: {@code .spec.containers[name="app"].image}. */
    static String text(List<String> path) {
        StringBuilder text = new StringBuilder();
        for (String key : path) {
            String rest = key.substring(2);
            switch (key.charAt(0)) {
                case 'f' -> text.append('.').append(rest);
                case 'k' -> text.append('[').append(keys(rest)).append(']');
                case 'v' -> text.append("[=").append(rest).append(']');
                default -> text.append('[').append(rest).append(']');
            }
        }
        return text.toString();
    }

    private static String keys(String json) {
        List<String> keys = new ArrayList<>();
        for (Matcher matcher = KEY.matcher(json); matcher.find(); ) {
            keys.add(matcher.group(1) + "=" + matcher.group(2));
        }
        return String.join(",", keys);
    }

    private static void collect(Map<String, Object> set, List<String> at, List<List<String>> paths) {
        if (!at.isEmpty() && (set.isEmpty() || set.containsKey(SELF))) {
            paths.add(at);
        }
        set.forEach((key, value) -> {
            if (!key.equals(SELF) && value instanceof Map<?, ?> map) {
                List<String> next = new ArrayList<>(at);
                next.add(key);
                collect(Fields.typed(map), next, paths);
            }
        });
    }

    /** A field that has others below it says so by {@code .}; one without is a leaf. */
    private static void markSelves(Map<String, Object> set, List<List<String>> paths) {
        for (List<String> path : paths) {
            Map<String, Object> at = set;
            for (String key : path) {
                at = Fields.typed((Map<?, ?>) Objects.requireNonNull(at.get(key)));
            }
            if (!at.isEmpty()) {
                at.put(SELF, new LinkedHashMap<String, Object>());
            }
        }
    }

    private static @Nullable Object step(Object at, String key) {
        String rest = key.substring(2);
        return switch (key.charAt(0)) {
            case 'f' -> at instanceof Map<?, ?> map ? map.get(rest) : null;
            case 'k' -> at instanceof List<?> list ? itemWith(list, rest) : null;
            case 'v' -> at instanceof List<?> list ? itemEqualTo(list, rest) : null;
            case 'i' ->
                at instanceof List<?> list && Integer.parseInt(rest) < list.size()
                        ? list.get(Integer.parseInt(rest))
                        : null;
            default -> null;
        };
    }

    private static @Nullable Object itemWith(List<?> list, String keys) {
        for (Object item : list) {
            if (item instanceof Map<?, ?> map && hasKeys(Fields.typed(map), keys)) {
                return item;
            }
        }
        return null;
    }

    private static boolean hasKeys(Map<String, Object> item, String keys) {
        for (Matcher matcher = KEY.matcher(keys); matcher.find(); ) {
            String wanted = matcher.group(3) == null ? matcher.group(2).trim() : matcher.group(3);
            if (!wanted.equals(String.valueOf(item.get(matcher.group(1))))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object itemEqualTo(List<?> list, String value) {
        String plain = value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
        return list.stream()
                .filter(item -> plain.equals(String.valueOf(item)))
                .findFirst()
                .orElse(null);
    }
}
