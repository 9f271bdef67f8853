package io.sternway.events;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a payload lacks: a record's component that is absent and not {@link Nullable}. A payload with a gap is
 * refused where it is read, and not by a failure somewhere later.
 */
final class RequiredFields {

    private static final Map<Class<?>, Component[]> COMPONENTS = new ConcurrentHashMap<>();

    private RequiredFields() {}

    /** The path of the first field that is missing. */
    static Optional<String> missing(Object payload) {
        return Optional.ofNullable(missing(payload, ""));
    }

    private static @Nullable String missing(Object value, String path) {
        if (value instanceof Record) {
            for (Component component : COMPONENTS.computeIfAbsent(value.getClass(), RequiredFields::components)) {
                String at = path.isEmpty() ? component.name : path + "." + component.name;
                Object part = component.of(value);
                String missing = part == null ? (component.optional ? null : at) : missing(part, at);
                if (missing != null) {
                    return missing;
                }
            }
        } else if (value instanceof Collection<?> items) {
            int index = 0;
            for (Object item : items) {
                String missing = missing(item, path + "[" + index + "]");
                if (missing != null) {
                    return missing;
                }
                index++;
            }
        }
        return null;
    }

    private static Component[] components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> !component.getType().isPrimitive())
                .map(component -> new Component(
                        component.getName(),
                        component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                        component))
                .toArray(Component[]::new);
    }

    private record Component(String name, boolean optional, RecordComponent component) {

        @Nullable Object of(Object payload) {
            try {
                return component.getAccessor().invoke(payload);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("payloads are public records of public types: " + component, e);
            }
        }
    }
}
