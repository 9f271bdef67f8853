package io.sternway.clusters;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Kubeconfig files, each parsed once for each of its versions: one file may hold the contexts of hundreds of clusters. */
final class KubeconfigFiles {

    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Map<Path, Version> parsed = new ConcurrentHashMap<>();

    Contexts read(Path file) throws IOException {
        FileStamp now = FileStamp.of(file);
        Version known = parsed.get(file);
        if (known != null && known.stamp.equals(now)) {
            return known.contexts;
        }
        Contexts contexts = parse(file);
        parsed.put(file, new Version(now, contexts));
        return contexts;
    }

    private static Contexts parse(Path file) throws IOException {
        Config config = YAML.readValue(Files.readAllBytes(file), Config.class);
        Map<String, Context> contexts = new HashMap<>();
        Map<String, Cluster> clusters = new HashMap<>();
        Map<String, AuthInfo> users = new HashMap<>();
        config.getContexts().forEach(named -> contexts.put(named.getName(), named.getContext()));
        config.getClusters().forEach(named -> clusters.put(named.getName(), named.getCluster()));
        config.getUsers().forEach(named -> users.put(named.getName(), named.getUser()));
        return new Contexts(config.getCurrentContext(), contexts, clusters, users);
    }

    private record Version(FileStamp stamp, Contexts contexts) {}

    record Contexts(
            @Nullable String current,
            Map<String, Context> contexts,
            Map<String, Cluster> clusters,
            Map<String, AuthInfo> users) {}
}
