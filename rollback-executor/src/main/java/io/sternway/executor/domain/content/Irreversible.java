package io.sternway.executor.domain.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Changes that an API server never takes back, and what a rollback does about them (K10). */
public final class Irreversible {
    private static final String[] SIZE = {"spec", "resources", "requests", "storage"};

    private Irreversible() {}

    /**
     * Leaves in what is wanted the parts that cannot go back while all the rest can: the size of a claim, and the flag of what
     * is immutable and otherwise as it was.
     *
     * @param wanted what is to be applied; it is changed
     * @return for people, what stays
     */
    public static List<String> keep(Map<String, Object> wanted, Map<String, Object> live) {
        List<String> stays = new ArrayList<>();
        Object size = Fields.at(live, SIZE);
        if (isA(wanted, "PersistentVolumeClaim")
                && size != null
                && Fields.at(wanted, SIZE) != null
                && !Comparison.sameScalar(Fields.at(wanted, SIZE), size)) {
            stays.add(".spec.resources.requests.storage stays " + size + ": a claim does not shrink");
            Fields.set(wanted, size, SIZE);
        }
        if (isImmutable(live) && !isImmutable(wanted) && sameData(wanted, live)) {
            stays.add(".immutable stays: it cannot be taken back");
            wanted.put("immutable", true);
        }
        return stays;
    }

    /** Whether it is a ConfigMap that became immutable with other data: only a new one can have the old. */
    public static boolean isImmutableWithOtherData(Map<String, Object> wanted, Map<String, Object> live) {
        return isA(wanted, "ConfigMap") && isImmutable(live) && !sameData(wanted, live);
    }

    /** Whether it is a binding of another role: a binding never changes its role. */
    public static boolean isBindingOfAnotherRole(Map<String, Object> wanted, Map<String, Object> live) {
        return (isA(wanted, "RoleBinding") || isA(wanted, "ClusterRoleBinding"))
                && !Objects.equals(wanted.get("roleRef"), live.get("roleRef"));
    }

    private static boolean isA(Map<String, Object> object, String kind) {
        return kind.equals(Fields.text(object, "", "kind"));
    }

    private static boolean isImmutable(Map<String, Object> object) {
        return (isA(object, "ConfigMap") || isA(object, "Secret")) && Boolean.TRUE.equals(object.get("immutable"));
    }

    private static boolean sameData(Map<String, Object> wanted, Map<String, Object> live) {
        return Fields.map(wanted, "data").equals(Fields.map(live, "data"))
                && Fields.map(wanted, "binaryData").equals(Fields.map(live, "binaryData"));
    }
}
