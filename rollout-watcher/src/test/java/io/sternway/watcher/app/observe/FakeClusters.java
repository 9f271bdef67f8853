package io.sternway.watcher.app.observe;

import io.sternway.clusters.ClusterException;
import io.sternway.clusters.ClusterFailure;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ObjectKey;
import io.sternway.watcher.domain.watch.ResourceKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Clusters in memory that remember what was read of them. */
public final class FakeClusters implements ClusterReads {

    public final List<String> asked = new ArrayList<>();
    public final Map<String, ClusterFailure> failures = new HashMap<>();
    public final Set<String> unlabelled = new HashSet<>();
    public final List<String> watched = new ArrayList<>();
    private final Map<ResourceKind, List<Json>> objects = new HashMap<>();

    public void add(ResourceKind kind, String name, Map<String, Object> status) {
        add(kind, Map.of("name", name, "namespace", "shop", "uid", "uid-" + name, "resourceVersion", "70"), status);
    }

    public void add(ResourceKind kind, Map<String, Object> metadata, Map<String, Object> status) {
        objects.computeIfAbsent(kind, none -> new ArrayList<>())
                .add(Json.of(Map.of("metadata", metadata, "status", status, "spec", SPEC)));
    }

    private static final Map<String, Object> SPEC =
            Map.of("replicas", 1, "selector", Map.of("matchLabels", Map.of("app", "web")));

    @Override
    public List<Json> list(String cluster, Query query, Predicate<ObjectKey> keep) {
        ask("LIST " + query.kind().resource()
                + (query.namespace() == null ? "" : " in " + query.namespace())
                + (query.selector() == null || query.namespace() == null ? "" : " of " + query.selector())
                + (query.notOlderThan() == null ? "" : " from " + query.notOlderThan()));
        fail(query.kind().resource());
        return objects.getOrDefault(query.kind(), List.of()).stream()
                .filter(item -> query.namespace() != null || !unlabelled.contains(name(item)))
                .filter(item -> keep.test(ObserveCluster.key(item)))
                .toList();
    }

    @Override
    public Optional<Json> get(String cluster, ResourceKind kind, ObjectKey key) {
        ask("GET " + kind.resource() + " " + key.name());
        fail(kind.resource());
        return objects.getOrDefault(kind, List.of()).stream()
                .filter(item -> ObserveCluster.key(item).equals(key))
                .findFirst();
    }

    @Override
    public void proveLife(String cluster) {
        ask("LIFE");
        fail("life");
    }

    @Override
    public ChangeWatch watch(String cluster, ResourceKind kind, @Nullable String namespace, Consumer<Change> changed) {
        watched.add(kind.resource() + (namespace == null ? "" : " in " + namespace));
        return new ChangeWatch() {
            @Override
            public boolean open() {
                return true;
            }

            @Override
            public void close() {
                watched.remove(kind.resource() + (namespace == null ? "" : " in " + namespace));
            }
        };
    }

    @Override
    public void forget(String cluster) {
        asked.add("FORGET " + cluster);
    }

    private void ask(String what) {
        asked.add(what);
    }

    private void fail(String resource) {
        ClusterFailure failure = failures.getOrDefault(resource, failures.get("all"));
        if (failure != null) {
            throw new ClusterException(failure);
        }
    }

    private static String name(Json item) {
        return String.valueOf(item.text("metadata", "name"));
    }
}
