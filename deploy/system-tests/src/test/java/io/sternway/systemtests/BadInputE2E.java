package io.sternway.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.DeadLetter;
import io.sternway.events.Topic;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.environment.TopicRecorder;
import io.sternway.systemtests.scenario.Audit;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditReason;
import io.sternway.vocabulary.AuditType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bad input at the topic that everybody may write to: an answer for each, and nothing is blocked behind it. */
class BadInputE2E {

    private final SimulatedEnvironment environment = SimulatedEnvironment.get();

    @Test
    @DisplayName("Bad input, R1: invalid in five places: one answer with five faults, and the next request is taken")
    void every_fault_is_told_at_once() {
        Scenario scenario = Scenario.on(environment, "five-faults", 1);
        StageBuilder stage = scenario.stage("one", 1)
                .rollout("maxConcurrency", "250%")
                .rollout("progressDeadline", "soon")
                .with("onFailure", "Explode")
                .with("monitorfor", "1m");
        Map<String, Object> document = new HashMap<>(scenario.document(List.of(stage), List.of(configMap(scenario))));
        document.put("kind", "Promotoin");
        scenario.publish(document);
        Audit refused = scenario.awaitAnyRejection();
        assertEquals(AuditReason.Invalid, refused.record().reason());
        String details = Json.write(refused.record().details());
        for (String expected : List.of(
                "maxConcurrency",
                "250%",
                "progressDeadline",
                "soon",
                "onFailure",
                "Explode",
                "monitorFor",
                "Promotoin")) {
            assertTrue(details.contains(expected), () -> expected + " is missing in " + details);
        }
        scenario.publish(scenario.document(List.of(scenario.stage("one", 1)), List.of(configMap(scenario))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
    }

    @Test
    @DisplayName("Bad input: without a key the document's own key is taken")
    void a_request_without_a_key_is_keyed_by_its_document() {
        Scenario scenario = Scenario.on(environment, "no-key", 1);
        scenario.publishRaw(
                null, Json.write(scenario.document(List.of(scenario.stage("one", 1)), List.of(configMap(scenario)))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
    }

    @Test
    @DisplayName("Bad input: with another key than the document's it is refused")
    void a_request_with_a_wrong_key_is_refused() {
        Scenario scenario = Scenario.on(environment, "wrong-key", 1);
        scenario.publishRaw(
                "e2e/another",
                Json.write(scenario.document(List.of(scenario.stage("one", 1)), List.of(configMap(scenario)))));
        Audit refused = scenario.awaitAnyRejection();
        assertEquals(AuditReason.KeyMismatch, refused.record().reason());
        assertTrue(refused.record().message().contains("e2e/another"), refused::inShort);
        assertTrue(refused.record().message().contains(scenario.key()), refused::inShort);
    }

    @Test
    @DisplayName("Bad input: YAML is taken as it is")
    void a_yaml_file_is_taken_as_it_is() {
        Scenario scenario = Scenario.on(environment, "as-yaml", 1);
        scenario.publishRaw(scenario.key(), """
                apiVersion: sternway.io/v1alpha1
                kind: Promotion
                metadata: {name: as-yaml, project: e2e}
                spec:
                  delivery: kubernetes
                  content:
                    - application: app
                      manifests: |
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: as-yaml}
                        ---
                        apiVersion: v1
                        kind: ConfigMap
                        metadata: {name: settings, namespace: as-yaml}
                        data: {a: "1"}
                  stages:
                    - name: one
                      clusterSelector: {matchLabels: {slot: %s, number: "1"}}
                """.formatted(scenario.slot()));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
    }

    @Test
    @DisplayName("Bad input: what cannot be read is a dead letter with its bytes and reason")
    void what_cannot_be_read_is_a_dead_letter() {
        Scenario scenario = Scenario.on(environment, "unreadable", 1);
        scenario.publishRaw(scenario.key(), "{ this is: [neither");
        TopicRecorder.Recorded letter = environment
                .topics()
                .await(
                        "a dead letter of " + scenario.key(),
                        Scenario.PATIENCE,
                        record -> record.topic() == Topic.DEAD_LETTERS
                                && scenario.key().equals(record.key()));
        DeadLetter dead = (DeadLetter) letter.event().data();
        assertEquals(Topic.REQUESTS.topicName(), dead.topic());
        assertEquals(
                "{ this is: [neither", new String(Base64.getDecoder().decode(dead.value()), StandardCharsets.UTF_8));
        assertTrue(dead.message().contains("line 1"), dead::message);
        scenario.publish(scenario.document(List.of(scenario.stage("one", 1)), List.of(configMap(scenario))));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
    }

    @Test
    @DisplayName("Bad input: content above the limit is refused with both sizes")
    void content_that_is_too_large_is_refused_with_both_sizes() {
        Scenario scenario = Scenario.on(environment, "too-large", 1);
        List<Map<String, Object>> many = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            many.add(Manifests.configMap(scenario.namespace(), "part-" + i, Map.of("data", "x".repeat(1 << 20))));
        }
        scenario.publish(scenario.document(List.of(scenario.stage("one", 1)), many));
        Audit refused = scenario.awaitAnyRejection();
        String all = refused.record().message() + Json.write(refused.record().details());
        assertTrue(all.contains("8388608"), all);
        assertTrue(all.matches("(?s).*94[0-9]{5}.*"), all);
    }

    @Test
    @DisplayName("Bad input: Secrets with data are refused, naming the ways out")
    void secrets_with_data_are_refused_and_not_repeated() {
        Scenario scenario = Scenario.on(environment, "secret", 1);
        Map<String, Object> secret = Manifests.object("v1", "Secret", scenario.namespace(), "password");
        secret.put("stringData", Map.of("password", "hunter2"));
        scenario.publish(scenario.document(List.of(scenario.stage("one", 1)), List.of(secret)));
        Audit refused = scenario.awaitAnyRejection();
        String all = refused.record().message() + Json.write(refused.record().details());
        assertTrue(all.contains("ExternalSecret"), all);
        assertTrue(!all.contains("hunter2"), all);
    }

    private static Map<String, Object> configMap(Scenario scenario) {
        return Manifests.configMap(scenario.namespace(), "settings", Map.of("a", "1"));
    }
}
