package io.sternway.watcher.domain.readiness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.domain.watch.ResourceKind;
import io.sternway.watcher.domain.watch.WatchedObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects as an API server would give them, from the few lines that matter. */
final class Seen {

    static final String UID = "uid-1";
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Readiness READINESS = new Readiness(Duration.ofSeconds(5));

    private Seen() {}

    /** Generation 2, observed unless the status says otherwise. */
    @SuppressWarnings("unchecked") // YAML objects have text keys.
    static Json object(String specAndStatus) {
        try {
            Map<String, Object> fields = new HashMap<>(YAML.readValue(specAndStatus, Map.class));
            Map<String, Object> metadata =
                    new HashMap<>((Map<String, Object>) fields.getOrDefault("metadata", Map.of()));
            metadata.putIfAbsent("name", "web");
            metadata.putIfAbsent("uid", UID);
            metadata.putIfAbsent("generation", 2);
            fields.put("metadata", metadata);
            return Json.of(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** As an API server writes it. */
    static String json(String fields) {
        try {
            return new ObjectMapper().writeValueAsString(YAML.readTree("{" + fields + "}"));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static WatchedObject applied(String apiVersion, String kind) {
        return new WatchedObject(new ResourceKind(apiVersion, kind, "plural"), "shop", "web", UID, 2, "1");
    }

    static Assessment assess(String apiVersion, String kind, String specAndStatus) {
        return READINESS.assess(applied(apiVersion, kind), object(specAndStatus), Duration.ofMinutes(1));
    }

    static Assessment assess(String apiVersion, String kind, String specAndStatus, Duration sinceApplied) {
        return READINESS.assess(applied(apiVersion, kind), object(specAndStatus), sinceApplied);
    }

    static Assessment assess(String apiVersion, String kind, Json object, List<Json> replicaSets, List<Json> pods) {
        return READINESS.assess(applied(apiVersion, kind), object, Duration.ofMinutes(1), replicaSets, pods);
    }

    /** The status, with its reason if it has one. */
    static String word(Assessment assessment) {
        return assessment.reason() == null
                ? assessment.status().name()
                : assessment.status() + " " + assessment.reason();
    }

    static Json replicaSet(String uid, String owner, String revision) {
        return object("""
                metadata:
                  uid: %s
                  annotations: {deployment.kubernetes.io/revision: "%s"}
                  ownerReferences: [{uid: %s, controller: true}]
                """.formatted(uid, revision, owner));
    }

    static Json pod(String name, String owner, String labels, String status) {
        return object("""
                metadata:
                  name: %s
                  uid: %s
                  labels: {%s}
                  ownerReferences: [{uid: %s, controller: true}]
                status: {%s}
                """.formatted(name, name, labels, owner, status));
    }

    static String waiting(String reason) {
        return "phase: Running, containerStatuses: [{name: web, ready: false, restartCount: 3, state: {waiting:"
                + " {reason: " + reason + "}}}]";
    }

    static List<Json> list(Json... objects) {
        return new ArrayList<>(Arrays.asList(objects));
    }
}
