package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Empty values of a snapshot that a controller has filled on the cluster (K8): {@code ""}, {@code []} and {@code {}} mean
 * "somebody fills this", as people write them, and must neither take that away nor be a conflict.
 */
public final class EmptyValues {

    private EmptyValues() {}

    /**
     * Takes out of what is wanted each empty value in whose place a controller has written something, and the rules of an
     * aggregated ClusterRole, which are its controller's whatever the snapshot says.
     *
     * @param wanted what is to be applied; it is changed
     * @param live the object as it is
     * @param ours our field manager
     */
    public static void leave(Map<String, Object> wanted, Map<String, Object> live, String ours) {
        if (Fields.at(wanted, "aggregationRule") != null) {
            wanted.remove("rules");
        }
        List<Map<String, Object>> controllers = Fields.maps(live, "metadata", "managedFields").stream()
                .filter(entry -> !ours.equals(entry.get("manager")))
                .filter(entry -> !Managers.isPeoples(Fields.text(entry, "", "manager")))
                .map(entry -> Fields.map(entry, "fieldsV1"))
                .toList();
        if (!controllers.isEmpty()) {
            leave(wanted, live, List.of(), controllers);
        }
    }

    private static void leave(
            Map<String, Object> wanted,
            Map<String, Object> live,
            List<String> at,
            List<Map<String, Object>> controllers) {
        wanted.entrySet().removeIf(entry -> {
            List<String> path = with(at, "f:" + entry.getKey());
            Object there = live.get(entry.getKey());
            return isEmpty(entry.getValue())
                    && !isEmpty(there)
                    && controllers.stream().anyMatch(fields -> FieldSet.reaches(fields, path));
        });
        wanted.forEach((name, value) -> descend(value, live.get(name), with(at, "f:" + name), controllers));
    }

    private static void descend(
            @Nullable Object wanted, @Nullable Object live, List<String> at, List<Map<String, Object>> controllers) {
        if (wanted instanceof Map<?, ?> map && live instanceof Map<?, ?> there) {
            leave(Fields.typed(map), Fields.typed(there), at, controllers);
        } else if (wanted instanceof List<?> items && live instanceof List<?> there) {
            for (Object item : items) {
                for (Object other : there) {
                    if (item instanceof Map<?, ?> one
                            && other instanceof Map<?, ?> same
                            && one.get("name") instanceof String name
                            && name.equals(same.get("name"))) {
                        descend(one, same, with(at, "k:{\"name\":\"" + name + "\"}"), controllers);
                    }
                }
            }
        }
    }

    private static boolean isEmpty(@Nullable Object value) {
        return "".equals(value) || Comparison.isNothing(value);
    }

    private static List<String> with(List<String> path, String key) {
        List<String> longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }
}
