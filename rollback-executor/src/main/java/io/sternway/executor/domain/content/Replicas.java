package io.sternway.executor.domain.content;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who decides on the replicas of a workload, and what is written of them (K9). */
public final class Replicas {
    private static final String[] PATH = {"spec", "replicas"};
    private static final List<String> FIELD = List.of("f:spec", "f:replicas");

    private Replicas() {}

    /** How many replicas it names; null if it names none. */
    public static @Nullable Integer named(Map<String, Object> object) {
        return Fields.at(object, PATH) instanceof Number number ? number.intValue() : null;
    }

    /**
     * Whether an autoscaler scales a workload: all kinds of them name it in {@code spec.scaleTargetRef}, of which KEDA's
     * ScaledObject may leave out everything but the name.
     */
    public static boolean scales(Map<String, Object> autoscaler, ObjectName workload) {
        Map<String, Object> target = Fields.map(autoscaler, "spec", "scaleTargetRef");
        String apiVersion = Fields.text(target, "apps/v1", "apiVersion");
        ObjectName named = new ObjectName(
                apiVersion,
                Fields.text(target, "Deployment", "kind"),
                workload.namespace(),
                Fields.text(target, "", "name"));
        String namespace = Fields.textOrNull(autoscaler, "metadata", "namespace");
        return (namespace == null || namespace.equals(workload.namespace())) && named.same(workload);
    }

    /**
     * Who set them through the {@code scale} subresource, if that is neither we nor a person: all that is known of an autoscaler
     * where autoscalers cannot be read.
     */
    public static @Nullable String scaledByMachine(Map<String, Object> live, String ours) {
        return owners(live, ours).stream()
                .filter(entry -> "scale".equals(Fields.text(entry, "", "subresource")))
                .map(entry -> Fields.text(entry, "", "manager"))
                .filter(manager -> !Managers.isPeoples(manager))
                .findFirst()
                .orElse(null);
    }

    /**
     * What an apply is to say of them; null: nothing.
     *
     * @param named what the snapshot names; null if it names none
     * @param live the object as it is
     * @param autoscaled whether an autoscaler decides
     * @param ours our field manager
     */
    public static @Nullable Integer toWrite(
            @Nullable Integer named, Map<String, Object> live, boolean autoscaled, String ours) {
        if (named != null && !autoscaled) {
            return named;
        }
        // The live number stays ours until somebody else owns it: a field that nobody owns any more becomes 1 at once.
        boolean othersOwn = !owners(live, ours).isEmpty();
        boolean written = named != null || FieldOwnership.owns(live, ours, FIELD);
        return written && !othersOwn ? named(live) : null;
    }

    /** Lets an object say that number, or nothing. */
    public static void set(Map<String, Object> object, @Nullable Integer replicas) {
        if (replicas == null) {
            Fields.remove(object, PATH);
        } else {
            Fields.set(object, replicas, PATH);
        }
    }

    private static List<Map<String, Object>> owners(Map<String, Object> live, String ours) {
        return Fields.maps(live, "metadata", "managedFields").stream()
                .filter(entry -> !ours.equals(entry.get("manager")))
                .filter(entry -> FieldSet.contains(Fields.map(entry, "fieldsV1"), FIELD))
                .toList();
    }
}
