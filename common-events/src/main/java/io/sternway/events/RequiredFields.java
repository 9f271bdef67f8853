package io.sternway.events;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a payload lacks: a component of its record that is absent and not {@link Nullable}. A payload with a gap is
 * refused where it is read, with the gap's path, and not by a failure somewhere later.
 */
final class RequiredFields {

    private static final Map<Class<?>, List<Component>> COMPONENTS = new ConcurrentHashMap<>();

    private RequiredFields() {}

    /** The path of the first field that is missing; null if none is. */
    static @Nullable String missing(JsonNode payload, Class<?> type) {
        return missing(payload, type, "");
    }

    private static @Nullable String missing(JsonNode value, Type type, String path) {
        if (type instanceof Class<?> record && record.isRecord() && value.isObject()) {
            for (Component component : COMPONENTS.computeIfAbsent(record, RequiredFields::components)) {
                String at = path.isEmpty() ? component.name() : path + "." + component.name();
                JsonNode part = value.get(component.name());
                if (part == null || part.isNull()) {
                    if (!component.optional()) {
                        return at;
                    }
                    continue;
                }
                String missing = missing(part, component.type(), at);
                if (missing != null) {
                    return missing;
                }
            }
        } else if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            for (int i = 0; i < value.size(); i++) {
                String missing = missing(value.path(i), list.getActualTypeArguments()[0], path + "[" + i + "]");
                if (missing != null) {
                    return missing;
                }
            }
        }
        return null;
    }

    private static List<Component> components(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(component -> new Component(
                        component.getName(),
                        component.getGenericType(),
                        component.getAnnotatedType().isAnnotationPresent(Nullable.class)))
                .toList();
    }

    private record Component(String name, Type type, boolean optional) {}
}
