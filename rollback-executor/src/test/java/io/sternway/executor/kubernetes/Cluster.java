package io.sternway.executor.kubernetes;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sternway.clusters.ClientOptions;
import io.sternway.clusters.ClusterAccess;
import io.sternway.clusters.ClusterClients;
import io.sternway.clusters.Inventory;
import io.sternway.clusters.InventoryEntry;
import io.sternway.executor.domain.answer.ApiAnswer;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.kubernetes.api.ClusterApi;
import io.sternway.executor.kubernetes.api.FabricClusterApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that tests use as people and other tools would: beside the executor, with managers of their own. */
final class Cluster implements AutoCloseable {
    static final String NAME = "eu-1";

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final TypeReference<LinkedHashMap<String, Object>> OBJECT = new TypeReference<>() {};
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private final ClusterClients clients;
    private final ClusterApi api;

    Cluster(Path kubeconfig, String context) {
        clients = ClusterClients.of(
                new Inventory(
                        List.of(new InventoryEntry(NAME, Map.of(), new ClusterAccess.Kubeconfig(kubeconfig, context)))),
                new ClientOptions("sternway-test", TIMEOUT, Duration.ofSeconds(2)));
        api = new FabricClusterApi(clients, NAME, TIMEOUT);
    }

    ClusterApi api() {
        return api;
    }

    /** The object at a path; empty if there is none. */
    Optional<Map<String, Object>> find(String path) {
        return api.get(path) instanceof ClusterApi.Ok ok ? Optional.of(ok.object()) : Optional.empty();
    }

    Map<String, Object> get(String path) {
        return find(path).orElseThrow(() -> new AssertionError("not there: " + path));
    }

    /** Applies as another manager does. */
    Map<String, Object> apply(String path, String manager, String yaml) {
        return ok(api.apply(path, objects(yaml).get(0), manager, true, false));
    }

    Map<String, Object> create(String collection, String manager, String yaml) {
        return ok(api.create(collection, objects(yaml).get(0), manager, false));
    }

    /** Reads, changes and replaces, as {@code kubectl edit} does. */
    Map<String, Object> edit(String path, String manager, Object value, String... field) {
        while (true) {
            Map<String, Object> object = Fields.copy(get(path));
            Fields.set(object, value, field);
            ClusterApi.Reply reply = api.replace(path, object, manager);
            if (!(reply instanceof ClusterApi.Failed failed) || failed.answer().status() != 409) {
                return ok(reply);
            }
        }
    }

    Map<String, Object> patch(String path, String manager, List<Map<String, Object>> operations) {
        return ok(api.patch(path, operations, manager));
    }

    void delete(String path) {
        find(path).ifPresent(object -> api.delete(path, Fields.text(object, "", "metadata", "uid"), null));
    }

    void createNamespace(String name) {
        create("/api/v1/namespaces", "test", "{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
    }

    static Map<String, Object> ok(ClusterApi.Reply reply) {
        if (reply instanceof ClusterApi.Ok ok) {
            return ok.object();
        }
        ApiAnswer answer = ((ClusterApi.Failed) reply).answer();
        throw new AssertionError(answer.status() + " " + answer.reason() + " " + answer.message());
    }

    /** The objects of a YAML text. */
    static List<Map<String, Object>> objects(String yaml) {
        try (MappingIterator<LinkedHashMap<String, Object>> documents =
                YAML.readerFor(OBJECT).readValues(yaml)) {
            List<Map<String, Object>> objects = new ArrayList<>();
            documents.forEachRemaining(objects::add);
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clients.close();
    }
}
