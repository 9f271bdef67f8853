package io.sternway.systemtests.history.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.events.PromotionRef;
import io.sternway.snapshot.ObjectIdentity;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.history.OwnershipNames;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.WriteLog.Write;
import io.sternway.vocabulary.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One cluster of a {@link MadeUpHistory}: what it was told last, what the executor wrote there, and what it serves. */
final class MadeUpTarget {

    static final PromotionRef PROMOTION = new PromotionRef("payments", "checkout");

    private static final String NAMESPACE = "shop";
    private static final String INVENTORY = OwnershipNames.name(PROMOTION);

    final String cluster;
    final List<Write> writes = new ArrayList<>();
    final Map<ObjectIdentity, ServedObject> served = new HashMap<>();
    String command = "";
    Purpose purpose = Purpose.Deploy;
    long epoch;
    long revision;
    long sequence;
    long transition;

    MadeUpTarget(String cluster) {
        this.cluster = cluster;
    }

    String key() {
        return cluster + "/" + PROMOTION.key();
    }

    /** Revision 1 is one ConfigMap; each later revision changes it and adds another. */
    static List<ObjectNode> manifests(long revision, String cluster) {
        ObjectNode settings = configMap(NAMESPACE, "settings", "v" + revision, cluster);
        return revision == 1
                ? List.of(settings)
                : List.of(settings, configMap(NAMESPACE, "added-" + revision, "", cluster));
    }

    /** Begins the epoch and applies the revision. */
    void apply() {
        begin(epoch);
        ObjectNode inventory = configMap(OwnershipNames.NAMESPACE, INVENTORY, "", cluster);
        inventory.withObject("/metadata/annotations").put(OwnershipNames.EPOCH, Long.toString(epoch));
        inventory.withObject("/metadata/labels").put(OwnershipNames.ID, "ours");
        serve(inventory);
        for (ObjectNode manifest : manifests(revision, cluster)) {
            patch(ObjectIdentity.of(manifest).name());
            serve(manifest);
        }
    }

    /** Removes what the revision does not have. */
    void prune() {
        List<ObjectIdentity> kept =
                manifests(revision, cluster).stream().map(ObjectIdentity::of).toList();
        served.keySet().removeIf(identity -> {
            boolean goes = NAMESPACE.equals(identity.namespace()) && !kept.contains(identity);
            if (goes) {
                delete(identity.name());
            }
            return goes;
        });
    }

    /** Lets the cluster go. */
    void release() {
        begin(epoch);
        write("DELETE", OwnershipNames.NAMESPACE, INVENTORY, 0);
        served.clear();
    }

    /** Writes the inventory object. */
    void begin(long begun) {
        write("PUT", OwnershipNames.NAMESPACE, INVENTORY, begun);
    }

    /** Writes a ConfigMap. */
    void patch(String name) {
        write("PATCH", NAMESPACE, name, 0);
    }

    /** Deletes a ConfigMap. */
    void delete(String name) {
        write("DELETE", NAMESPACE, name, 0);
    }

    /** A ConfigMap of ours is there, whoever wrote it. */
    void serve(String name, String version) {
        serve(configMap(NAMESPACE, name, version, cluster));
    }

    private void serve(ObjectNode object) {
        ObjectIdentity identity = ObjectIdentity.of(object);
        object.withObject("/metadata/labels").put(OwnershipNames.PART_OF, "ours");
        served.put(identity, new ServedObject(cluster, identity, object));
    }

    private static ObjectNode configMap(String namespace, String name, String version, String cluster) {
        return (ObjectNode) Json.read("""
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"%s","name":"%s"},\
                "data":{"version":"%s","cluster":"%s"}}""".formatted(namespace, name, version, cluster));
    }

    private void write(String method, String namespace, String name, long begun) {
        long number = writes.size() + 1L;
        String path = "/api/v1/namespaces/" + namespace + "/configmaps/" + name;
        String manager = method.equals("DELETE") ? "sternway-rollback-executor" : OwnershipNames.manager(PROMOTION);
        writes.add(new Write(number, method, path, name, manager, begun, number));
    }
}
