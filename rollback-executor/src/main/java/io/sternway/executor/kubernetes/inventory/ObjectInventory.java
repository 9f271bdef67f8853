package io.sternway.executor.kubernetes.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sternway.events.EventJson;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.MetadataKeys;
import io.sternway.executor.domain.content.ObjectName;
import io.sternway.executor.domain.content.Owner;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A target's inventory object on the cluster (K1, X3): what is ours there, and the newest epoch that was begun.
 *
 * @param resourceVersion as it was read; absent if it does not exist yet
 * @param epoch the newest epoch begun; 0 if none
 * @param revision that epoch's revision
 * @param objects what carries our label, or may after a crash
 * @param retained what a prune kept by rule
 * @param jobs for each Job the revision for which it was last created (K6)
 */
public record ObjectInventory(
        @Nullable String resourceVersion,
        long epoch,
        long revision,
        List<ObjectName> objects,
        List<ObjectName> retained,
        Map<String, Long> jobs) {

    private static final ObjectMapper JSON = EventJson.mapper();
    private static final TypeReference<List<ObjectName>> NAMES = new TypeReference<>() {};
    private static final TypeReference<TreeMap<String, Long>> REVISIONS = new TypeReference<>() {};

    public ObjectInventory {
        objects = List.copyOf(objects);
        retained = List.copyOf(retained);
        jobs = new TreeMap<>(jobs);
    }

    public static ObjectInventory none() {
        return new ObjectInventory(null, 0, 0, List.of(), List.of(), Map.of());
    }

    public boolean exists() {
        return resourceVersion != null;
    }

    public boolean ran(ObjectName job, long forRevision) {
        return jobs.getOrDefault(job.identity(), -1L) == forRevision;
    }

    /** Begins an epoch: from now on whoever has an older one stops. */
    public ObjectInventory begun(long newEpoch, long newRevision, List<ObjectName> all) {
        return new ObjectInventory(resourceVersion, newEpoch, newRevision, all, retained, jobs);
    }

    public ObjectInventory withJobs(Map<String, Long> newJobs) {
        return new ObjectInventory(resourceVersion, epoch, revision, objects, retained, newJobs);
    }

    public ObjectInventory pruned(List<ObjectName> left, List<ObjectName> kept) {
        return new ObjectInventory(resourceVersion, epoch, revision, left, kept, jobs);
    }

    /**
     * Reads the object.
     *
     * @throws IllegalArgumentException if somebody else wrote what cannot be read; the message says what
     */
    public static ObjectInventory of(Map<String, Object> configMap) {
        try {
            return new ObjectInventory(
                    Fields.resourceVersion(configMap),
                    number(Fields.annotation(configMap, MetadataKeys.EPOCH)),
                    number(Fields.annotation(configMap, MetadataKeys.REVISION)),
                    JSON.readValue(Fields.text(configMap, "[]", "data", "objects"), NAMES),
                    JSON.readValue(Fields.text(configMap, "[]", "data", "retained"), NAMES),
                    JSON.readValue(Fields.text(configMap, "{}", "data", "jobs"), REVISIONS));
        } catch (JsonProcessingException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the inventory object cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    public Map<String, Object> toConfigMap(Owner owner) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", "v1");
        object.put("kind", "ConfigMap");
        Fields.set(object, owner.inventoryName(), "metadata", "name");
        Fields.set(object, Owner.NAMESPACE, "metadata", "namespace");
        if (resourceVersion != null) {
            Fields.set(object, resourceVersion, "metadata", "resourceVersion");
        }
        Fields.set(object, owner.applySetId(), "metadata", "labels", MetadataKeys.APPLYSET_ID);
        Fields.set(object, "sternway/v1", "metadata", "annotations", MetadataKeys.APPLYSET_TOOLING);
        Fields.set(object, owner.key(), "metadata", "annotations", MetadataKeys.PROMOTION);
        Fields.set(object, Long.toString(epoch), "metadata", "annotations", MetadataKeys.EPOCH);
        Fields.set(object, Long.toString(revision), "metadata", "annotations", MetadataKeys.REVISION);
        Fields.set(object, write(objects), "data", "objects");
        Fields.set(object, write(retained), "data", "retained");
        Fields.set(object, write(jobs), "data", "jobs");
        return object;
    }

    private static long number(@Nullable String text) {
        return text == null ? 0 : Long.parseLong(text);
    }

    private static String write(Object value) {
        return new String(EventJson.write(value), StandardCharsets.UTF_8);
    }
}
