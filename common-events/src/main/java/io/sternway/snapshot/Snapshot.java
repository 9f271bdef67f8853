package io.sternway.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stage's whole content: normalised objects in canonical order, no two with the same identity.
 *
 * @param objects ordered by {@link ObjectIdentity}; they are not to be changed
 */
public record Snapshot(List<JsonNode> objects) {

    public Snapshot {
        objects = List.copyOf(objects);
    }

    /** Puts normalised objects into canonical order. */
    public static Snapshot of(Collection<? extends JsonNode> objects) {
        return new Snapshot(objects.stream()
                .sorted(Comparator.comparing(ObjectIdentity::of))
                .<JsonNode>map(object -> object)
                .toList());
    }

    /** SHA-256 of the canonical form of the list of objects. */
    public String hash() {
        return CanonicalJson.hash(toJson());
    }

    /** The objects as a JSON list. */
    public ArrayNode toJson() {
        return JsonNodeFactory.instance.arrayNode(objects.size()).addAll(objects);
    }

    /**
     * What one cluster is to hold: every placeholder replaced by the cluster's name and labels. The accepting service
     * and the applying one both compute it by this method, so their hashes agree.
     *
     * @param cluster the cluster's name
     * @param labels the cluster's labels
     */
    public Resolution resolve(String cluster, Map<String, String> labels) {
        List<Fault> faults = new ArrayList<>();
        List<JsonNode> resolved = new ArrayList<>();
        Set<ObjectIdentity> seen = new HashSet<>();
        for (JsonNode object : objects) {
            FieldPath path = FieldPath.of("(" + ObjectIdentity.of(object) + ")");
            JsonNode own = Placeholders.resolve(object, cluster, labels, path, faults);
            ObjectIdentity identity = ObjectIdentity.of(own);
            if (!seen.add(identity)) {
                faults.add(new Fault(
                        path.text(),
                        identity.toString(),
                        "on cluster " + cluster + " another object becomes the same"));
            }
            ReservedNames.check(own, path, faults);
            resolved.add(own);
        }
        return new Resolution(of(resolved), faults);
    }

    /**
     * A snapshot with its placeholders replaced.
     *
     * @param snapshot what the cluster is to hold; not to be applied if there are faults
     * @param faults placeholders that this cluster cannot resolve, and what goes wrong by resolving, each with its path
     */
    public record Resolution(Snapshot snapshot, List<Fault> faults) {

        public Resolution {
            faults = List.copyOf(faults);
        }
    }
}
