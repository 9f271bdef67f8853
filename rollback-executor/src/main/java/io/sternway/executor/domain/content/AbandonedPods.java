package io.sternway.executor.domain.content;

import java.util.List;
import java.util.Map;

/**
 * Pods of revisions that a StatefulSet has left (K7). One that replaces its Pods one after the other does not go on while
 * any of them is broken, also one that it is about to replace.
 */
public final class AbandonedPods {

    private AbandonedPods() {}

    /** Whether this StatefulSet waits for broken Pods at all: with Parallel it does not, with OnDelete it replaces none. */
    public static boolean mayBlock(Map<String, Object> set) {
        return !"Parallel".equals(Fields.text(set, "", "spec", "podManagementPolicy"))
                && !"OnDelete".equals(Fields.text(set, "", "spec", "updateStrategy", "type"));
    }

    /** Whether its status is about its newest generation: only then it names the revision that is wanted. */
    public static boolean isObserved(Map<String, Object> set) {
        return Fields.number(set, 0, "status", "observedGeneration") >= Fields.number(set, 0, "metadata", "generation");
    }

    /** Of these Pods those of the set that are to be replaced; below its partition none is. */
    public static List<Map<String, Object>> of(Map<String, Object> set, List<Map<String, Object>> pods) {
        String wanted = Fields.text(set, "", "status", "updateRevision");
        long first = Fields.number(set, 0, "spec", "ordinals", "start")
                + Fields.number(set, 0, "spec", "updateStrategy", "rollingUpdate", "partition");
        return pods.stream()
                .filter(pod -> isOf(pod, set))
                .filter(pod -> !wanted.equals(Fields.label(pod, "controller-revision-hash")))
                .filter(pod -> ordinal(pod) >= first)
                .toList();
    }

    /** Whether the set would wait for it: it is not ready, and not being deleted either. */
    public static boolean isBroken(Map<String, Object> pod) {
        return !Fields.isGoing(pod) && !"True".equals(Fields.condition(pod, "Ready"));
    }

    private static boolean isOf(Map<String, Object> pod, Map<String, Object> set) {
        String uid = Fields.uid(set);
        return Fields.maps(pod, "metadata", "ownerReferences").stream().anyMatch(owner -> uid.equals(owner.get("uid")));
    }

    private static long ordinal(Map<String, Object> pod) {
        String name = Fields.text(pod, "", "metadata", "name");
        String last = name.substring(name.lastIndexOf('-') + 1);
        return last.matches("\\d{1,9}") ? Long.parseLong(last) : 0;
    }
}
