package io.sternway.sandbox.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Gives out cluster IPs (10.96.0.0/16) and node ports. Not thread-safe; one for each cluster. */
public final class ServiceAddresses {
    private static final int FIRST_NODE_PORT = 30_000;
    private static final int NODE_PORTS = 2_768;

    private int ips = 10;
    private int nodePorts;

    /** What a service of an earlier life holds is not given out again. */
    public void taken(ObjectNode service) {
        String[] ip = service.at("/spec/clusterIP").asText("").split("\\.", -1);
        if (ip.length == 4) {
            ips = Math.max(ips, Integer.parseInt(ip[2]) * 250 + Integer.parseInt(ip[3]));
        }
        for (JsonNode port : service.at("/spec/ports")) {
            nodePorts = Math.max(nodePorts, port.path("nodePort").asInt() - FIRST_NODE_PORT + 1);
        }
    }

    void allocate(ObjectNode service) {
        ObjectNode spec = service.withObjectProperty("spec");
        String type = spec.path("type").asText();
        if (type.equals("ExternalName")) {
            return;
        }
        if (!spec.has("clusterIP")) {
            int n = ips++;
            spec.put("clusterIP", "10.96." + (n / 250 % 250) + "." + (n % 250 + 1));
        }
        if (!spec.has("clusterIPs")) {
            spec.putArray("clusterIPs").add(spec.get("clusterIP"));
        }
        if (!type.equals("ClusterIP")) {
            Defaults.each(spec.path("ports"), port -> {
                if (port.path("nodePort").asInt() == 0) {
                    port.put("nodePort", FIRST_NODE_PORT + nodePorts++ % NODE_PORTS);
                }
            });
        }
    }

    /** A new type gives up what the old one had, and keeps what both have. */
    void reallocate(ObjectNode before, ObjectNode after) {
        JsonNode old = before.path("spec");
        ObjectNode spec = after.withObjectProperty("spec");
        String type = spec.path("type").asText();
        if (type.equals("ExternalName") || type.equals("ClusterIP")) {
            Defaults.each(spec.path("ports"), port -> port.remove("nodePort"));
            spec.remove("externalTrafficPolicy");
        } else {
            Defaults.each(spec.path("ports"), port -> keepNodePort(old, port));
        }
        if (type.equals("ExternalName")) {
            spec.remove(List.of("clusterIP", "clusterIPs"));
            return;
        }
        for (String field : List.of("clusterIP", "clusterIPs")) {
            if (!spec.has(field) && old.has(field)) {
                spec.set(field, old.get(field).deepCopy());
            }
        }
        allocate(after);
    }

    private static void keepNodePort(JsonNode old, ObjectNode port) {
        for (JsonNode known : old.path("ports")) {
            boolean same = known.path("port").equals(port.path("port"))
                    && known.path("protocol").equals(port.path("protocol"));
            if (same && known.has("nodePort") && !port.has("nodePort")) {
                port.set("nodePort", known.get("nodePort"));
            }
        }
    }
}
