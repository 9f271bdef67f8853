package io.sternway.executor.domain.content;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What lives on the cluster against what the snapshot says (K3): every field that the snapshot names and that has another
 * value. Fields that the snapshot does not name are not compared. {@code 1000m} and {@code 1} are the same quantity.
 */
public final class Comparison {
    private static final Pattern QUANTITY = Pattern.compile("([+-]?[0-9.]+)([eE][+-]?[0-9]+)?([numkKMGTPE]i?)?");
    private static final List<String> KEYS = List.of("name", "containerPort", "port", "mountPath", "ip", "key");

    /** The Deployment controller counts rollouts there, together with the status. */
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private Comparison() {}

    /**
     * Whether two readings of one object differ in nothing but what its controllers report: status, resourceVersion, and
     * the book-keeping of subresources.
     */
    public static boolean sameButForStatus(@Nullable Map<String, Object> one, Map<String, Object> other) {
        return one != null && withoutStatus(one).equals(withoutStatus(other));
    }

    private static Map<String, Object> withoutStatus(Map<String, Object> object) {
        Map<String, Object> rest = new LinkedHashMap<>(object);
        rest.remove("status");
        Map<String, Object> metadata = new LinkedHashMap<>(Fields.map(object, "metadata"));
        metadata.remove("resourceVersion");
        Map<String, Object> annotations = new LinkedHashMap<>(Fields.map(object, "metadata", "annotations"));
        annotations.remove(REVISION);
        metadata.put("annotations", annotations);
        metadata.put(
                "managedFields",
                Fields.maps(object, "metadata", "managedFields").stream()
                        .filter(entry -> Fields.text(entry, "", "subresource").isEmpty())
                        .toList());
        rest.put("metadata", metadata);
        return rest;
    }

    /** The paths that differ, in the order of the snapshot. */
    public static List<String> differences(Map<String, Object> wanted, Map<String, Object> live) {
        List<String> paths = new ArrayList<>();
        compareMaps(wanted, live, "", paths);
        return paths;
    }

    private static void compare(@Nullable Object wanted, @Nullable Object live, String path, List<String> paths) {
        if (isNothing(wanted)) {
            return;
        }
        if (wanted instanceof Map<?, ?> map && live instanceof Map<?, ?> other) {
            compareMaps(Fields.typed(map), Fields.typed(other), path, paths);
        } else if (wanted instanceof List<?> list && live instanceof List<?> other) {
            compareLists(list, other, path, paths);
        } else if (!sameScalar(wanted, live)) {
            paths.add(path);
        }
    }

    private static void compareMaps(
            Map<String, Object> wanted, Map<String, Object> live, String path, List<String> paths) {
        wanted.forEach((name, value) -> compare(value, live.get(name), path + "." + name, paths));
    }

    private static void compareLists(List<?> wanted, List<?> live, String path, List<String> paths) {
        String key = keyOf(wanted);
        if (key == null && live.size() < wanted.size()) {
            paths.add(path);
            return;
        }
        for (int i = 0; i < wanted.size(); i++) {
            Object item = wanted.get(i);
            if (key != null && item instanceof Map<?, ?> map) {
                Object value = map.get(key);
                compare(item, itemWith(live, key, value), path + "[" + key + "=" + value + "]", paths);
            } else {
                compare(item, live.get(i), path + "[" + i + "]", paths);
            }
        }
    }

    private static @Nullable String keyOf(List<?> items) {
        for (String key : KEYS) {
            if (!items.isEmpty()
                    && items.stream().allMatch(item -> item instanceof Map<?, ?> map && map.get(key) != null)) {
                return key;
            }
        }
        return null;
    }

    private static @Nullable Object itemWith(List<?> items, String key, @Nullable Object value) {
        for (Object item : items) {
            if (item instanceof Map<?, ?> map && sameScalar(value, map.get(key))) {
                return item;
            }
        }
        return null;
    }

    /** Whether a value says nothing: absent, {@code {}} or {@code []}. */
    static boolean isNothing(@Nullable Object value) {
        return value == null
                || (value instanceof Map<?, ?> map && map.isEmpty())
                || (value instanceof List<?> list && list.isEmpty());
    }

    /** Whether two values mean the same, {@code 1Gi} and {@code 1024Mi} too. */
    static boolean sameScalar(@Nullable Object wanted, @Nullable Object live) {
        if (wanted == null || live == null) {
            return wanted == live || "".equals(wanted);
        }
        if (wanted.equals(live) || wanted.toString().equals(live.toString())) {
            return true;
        }
        BigDecimal one = quantity(wanted.toString());
        BigDecimal other = quantity(live.toString());
        return one != null && other != null && one.compareTo(other) == 0;
    }

    private static @Nullable BigDecimal quantity(String text) {
        Matcher matcher = QUANTITY.matcher(text);
        if (!matcher.matches() || text.length() > 40) {
            return null;
        }
        try {
            String exponent = matcher.group(2) == null ? "" : matcher.group(2);
            BigDecimal number = new BigDecimal(matcher.group(1) + exponent);
            return number.multiply(factor(matcher.group(3) == null ? "" : matcher.group(3)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static BigDecimal factor(String suffix) {
        if (suffix.endsWith("i")) {
            return BigDecimal.valueOf(1024).pow("KMGTPE".indexOf(Character.toUpperCase(suffix.charAt(0))) + 1);
        }
        return switch (suffix) {
            case "n" -> new BigDecimal("1e-9");
            case "u" -> new BigDecimal("1e-6");
            case "m" -> new BigDecimal("1e-3");
            case "" -> BigDecimal.ONE;
            default -> BigDecimal.TEN.pow(3 * ("kMGTPE".indexOf(suffix) + 1));
        };
    }
}
