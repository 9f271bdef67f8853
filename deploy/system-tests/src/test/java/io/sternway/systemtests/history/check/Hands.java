package io.sternway.systemtests.history.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.snapshot.ObjectIdentity;
import io.sternway.systemtests.history.Inventories;
import io.sternway.systemtests.history.ServedObject;
import io.sternway.systemtests.history.WriteLog;
import io.sternway.systemtests.history.WriteLog.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a {@link Story}'s executor does on clusters: it writes, and that is what they serve. */
final class Hands {

    static final String INVENTORY =
            "/api/v1/namespaces/sternway-system/configmaps/" + Inventories.name(Bodies.PROMOTION);

    private static final String MAPS = "/api/v1/namespaces/shop/configmaps/";

    private final Map<String, List<Write>> writes = new TreeMap<>();
    private final Map<String, Map<ObjectIdentity, ServedObject>> served = new TreeMap<>();

    /** Begins an epoch and applies a revision. */
    void apply(String cluster, long epoch, long revision) {
        begin(cluster, epoch);
        serve(cluster, Bodies.inventory(epoch));
        for (ObjectNode manifest : Bodies.manifests(revision)) {
            patch(cluster, manifest.path("metadata").path("name").asText());
            manifest.withObject("/data").put("cluster", cluster);
            manifest.withObject("/metadata/labels").put(Inventories.PART_OF, "ours");
            serve(cluster, manifest);
        }
    }

    /** Removes what a revision does not have. */
    void prune(String cluster, long revision) {
        Set<ObjectIdentity> kept = new HashSet<>();
        Bodies.manifests(revision).forEach(manifest -> kept.add(ObjectIdentity.of(manifest)));
        Map<ObjectIdentity, ServedObject> here = served.getOrDefault(cluster, Map.of());
        List.copyOf(here.keySet()).stream()
                .filter(identity -> "shop".equals(identity.namespace()) && !kept.contains(identity))
                .forEach(identity -> {
                    delete(cluster, identity.name());
                    here.remove(identity);
                });
    }

    /** Lets a cluster go. */
    void release(String cluster, long epoch) {
        begin(cluster, epoch);
        delete(cluster, INVENTORY, Inventories.name(Bodies.PROMOTION));
        served.remove(cluster);
    }

    /** Writes the inventory object. */
    void begin(String cluster, long epoch) {
        write(cluster, "PUT", INVENTORY, Inventories.name(Bodies.PROMOTION), epoch);
    }

    /** Writes a ConfigMap of namespace shop. */
    void patch(String cluster, String name) {
        write(cluster, "PATCH", MAPS + name, name, 0);
    }

    /** Deletes a ConfigMap of namespace shop. */
    void delete(String cluster, String name) {
        delete(cluster, MAPS + name, name);
    }

    /** Puts an object there, whoever did it. */
    void serve(String cluster, JsonNode object) {
        ObjectIdentity identity = ObjectIdentity.of(object);
        served.computeIfAbsent(cluster, name -> new HashMap<>())
                .put(identity, new ServedObject(cluster, identity, object));
    }

    Map<String, WriteLog> writes() {
        Map<String, WriteLog> logs = new HashMap<>();
        writes.forEach((cluster, log) -> logs.put(cluster, new WriteLog(false, log)));
        return logs;
    }

    List<ServedObject> served() {
        return served.values().stream().flatMap(here -> here.values().stream()).toList();
    }

    private void delete(String cluster, String path, String name) {
        write(cluster, "DELETE", path, name, 0);
    }

    private void write(String cluster, String method, String path, String name, long epoch) {
        List<Write> log = writes.computeIfAbsent(cluster, c -> new ArrayList<>());
        long number = log.size() + 1L;
        String manager = method.equals("DELETE") ? "sternway-rollback-executor" : Inventories.manager(Bodies.PROMOTION);
        log.add(new Write(number, method, path, name, manager, epoch, number));
    }
}
