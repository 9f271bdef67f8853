package io.sternway.sandbox.cluster.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.RequestLog;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Switches and logs for other processes, without a token:
 *
 * <ul>
 *   <li>{@code GET /_sim/clusters}: names
 *   <li>{@code GET /_sim/clusters/NAME/faults}; {@code PUT} the switches that are to be on (all others go off), {@code
 *       PATCH} those that are to change, {@code DELETE} for all off. Names are those of {@link Faults}: unreachable,
 *       frozen, delayMillis, answer, retryAfterSeconds, writesRefused, controllersDead, credentialsExpired,
 *       resetsAfterWrite, forbiddenNamespaces
 *   <li>{@code POST /_sim/clusters/NAME/expire-watches} and {@code …/cut-watches}
 *   <li>{@code GET /_sim/clusters/NAME/writes?after=N}: the newest writes with numbers above N
 * </ul>
 *
 * <p>{@code *} as NAME stands for all clusters, in writes to switches.
 */
final class SimEndpoint {
    private final Map<String, ServedCluster> clusters;

    SimEndpoint(Map<String, ServedCluster> clusters) {
        this.clusters = clusters;
    }

    void handle(HttpServerRequest request, String path) {
        request.body().onSuccess(body -> {
            try {
                Exchange.send(request, answer(request, List.of(path.substring(1).split("/", -1)), body));
            } catch (IOException | IllegalArgumentException e) {
                Exchange.send(request, Answer.text(400, e.getMessage() + "\n"));
            }
        });
    }

    private Answer answer(HttpServerRequest request, List<String> path, Buffer body) throws IOException {
        if (path.size() == 2 && path.get(1).equals("clusters")) {
            ArrayNode names = JsonNodeFactory.instance.arrayNode();
            clusters.keySet().forEach(names::add);
            return Answer.json(200, names);
        }
        if (path.size() != 4 || !path.get(1).equals("clusters")) {
            return Answer.text(404, "no such switch\n");
        }
        List<ServedCluster> chosen = path.get(2).equals("*")
                ? List.copyOf(clusters.values())
                : clusters.containsKey(path.get(2)) ? List.of(clusters.get(path.get(2))) : List.of();
        if (chosen.isEmpty()) {
            return Answer.text(404, "no such cluster\n");
        }
        switch (path.get(3)) {
            case "faults" -> {
                for (ServedCluster cluster : chosen) {
                    change(request.method().name(), cluster.faults(), body);
                }
                return Answer.json(200, show(chosen.get(0).faults()));
            }
            case "expire-watches" -> chosen.forEach(ServedCluster::expireWatches);
            case "cut-watches" -> chosen.forEach(ServedCluster::cutWatches);
            case "writes" -> {
                String after = request.getParam("after");
                return Answer.json(
                        200, show(chosen.get(0).requests().after(after == null ? 0 : Long.parseLong(after))));
            }
            default -> {
                return Answer.text(404, "no such switch\n");
            }
        }
        return Answer.text(200, "done\n");
    }

    private static void change(String method, Faults faults, Buffer body) throws IOException {
        switch (method) {
            case "GET" -> {}
            case "DELETE" -> faults.clear();
            case "PUT" -> {
                JsonNode wanted = Answer.JSON.readTree(body.getBytes());
                faults.clear();
                set(faults, wanted);
            }
            case "PATCH", "POST" -> set(faults, Answer.JSON.readTree(body.getBytes()));
            default -> throw new IllegalArgumentException("GET, PUT, PATCH or DELETE");
        }
    }

    private static void set(Faults faults, JsonNode wanted) {
        for (Map.Entry<String, JsonNode> entry : wanted.properties()) {
            JsonNode value = entry.getValue();
            switch (entry.getKey()) {
                case "unreachable" -> faults.unreachable(value.asBoolean());
                case "frozen" -> faults.frozen(value.asBoolean());
                case "delayMillis" -> faults.delayMillis(value.asInt());
                case "answer" -> faults.answer(value.asInt());
                case "retryAfterSeconds" -> faults.retryAfterSeconds(value.asInt());
                case "writesRefused" -> faults.writesRefused(value.asBoolean());
                case "controllersDead" -> faults.controllersDead(value.asBoolean());
                case "credentialsExpired" -> faults.credentialsExpired(value.asBoolean());
                case "resetsAfterWrite" -> faults.resetsAfterWrite(value.asInt());
                case "forbiddenNamespaces" -> {
                    faults.forbiddenNamespaces().clear();
                    value.forEach(name -> faults.forbiddenNamespaces().add(name.asText()));
                }
                default -> throw new IllegalArgumentException("no such switch: " + entry.getKey());
            }
        }
    }

    private static ObjectNode show(Faults faults) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("unreachable", faults.unreachable());
        out.put("frozen", faults.frozen());
        out.put("delayMillis", faults.delayMillis());
        out.put("answer", faults.answer());
        out.put("retryAfterSeconds", faults.retryAfterSeconds());
        out.put("writesRefused", faults.writesRefused());
        out.put("controllersDead", faults.controllersDead());
        out.put("credentialsExpired", faults.credentialsExpired());
        out.put("resetsAfterWrite", faults.resetsAfterWrite());
        ArrayNode namespaces = out.putArray("forbiddenNamespaces");
        faults.forbiddenNamespaces().forEach(namespaces::add);
        return out;
    }

    private static ArrayNode show(List<RequestLog.Entry> entries) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (RequestLog.Entry entry : entries) {
            out.addObject()
                    .put("number", entry.number())
                    .put("at", entry.at().toString())
                    .put("user", entry.user())
                    .put("method", entry.method())
                    .put("path", entry.path())
                    .put("query", entry.query())
                    .put("name", entry.name())
                    .put("manager", entry.manager())
                    .put("userAgent", entry.userAgent())
                    .put("epoch", entry.epoch())
                    .put("dryRun", entry.dryRun())
                    .put("status", entry.status())
                    .put("resourceVersion", entry.resourceVersion());
        }
        return out;
    }
}
