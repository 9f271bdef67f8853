package io.sternway.promotion.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.document.DocumentReader;
import io.sternway.document.DocumentReading.Valid;
import io.sternway.promotion.domain.model.Document;
import io.sternway.promotion.domain.model.Snapshot;
import io.sternway.settings.FailurePolicy;
import io.sternway.settings.StageSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DocumentMapperTest {

    private static final String DOCUMENT = """
            apiVersion: sternway.io/v1alpha1
            kind: Promotion
            metadata: {name: checkout, project: payments, labels: {team: pay}}
            spec:
              ifRevision: 4
              content:
                - application: checkout
                  manifests:
                    - {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: n}, data: {a: "${cluster.name}"}}
              stages:
                - name: staging
                  clusterSelector: {matchLabels: {env: staging}}
                - name: production
                  clusterSelector:
                    matchExpressions: [{key: env, operator: In, values: [production]}]
                  content:
                    - application: checkout
                      manifests:
                        - apiVersion: v1
                          kind: ConfigMap
                          metadata: {name: c, namespace: n}
                          data: {a: "${cluster.labels.region}"}
                  rollout: {type: Progressive, maxConcurrency: 25%, maxFailures: 1, minSuccessTime: 2m}
                  failureThreshold: 1m
                  onFailure: Rollback
                  monitorFor: always
                  trigger: {auto: {delay: 10m}}
            """;

    @Test
    @DisplayName("R2 settings, contents by stage and their hashes reach the decision as they were written")
    void aDocumentReachesTheDecisionAsItWasWritten() {
        Valid valid = (Valid) DocumentReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8));
        DocumentMapper.Mapped mapped = DocumentMapper.map(valid.document(), "request-1");
        Document document = mapped.document();

        Snapshot own = Objects.requireNonNull(document.byStage().get("production"));
        assertEquals("payments/checkout", document.ref().key());
        assertEquals("request-1", document.request());
        assertEquals(4L, document.ifRevision());
        assertEquals(Map.of("team", "pay"), document.settings().labels());
        assertEquals(Set.of("production"), document.byStage().keySet());
        assertEquals(Set.of(), document.common().labels());
        assertEquals(Set.of("region"), own.labels());
        assertNotEquals(document.common().hash(), own.hash());
        assertEquals(
                Set.of(document.common().hash(), own.hash()),
                mapped.content().snapshots().keySet());

        StageSettings production = document.settings().stage("production").orElseThrow();
        assertTrue(production.selector().matches(Map.of("env", "production")));
        assertTrue(!production.selector().matches(Map.of("env", "staging")));
        assertEquals("25%", production.rollout().maxConcurrency().toString());
        assertEquals(1, production.rollout().maxFailures().value());
        assertEquals(Duration.ofMinutes(2), production.rollout().minSuccessTime());
        assertEquals(Duration.ofMinutes(1), production.failure().failureThreshold());
        assertEquals(FailurePolicy.OnFailure.Rollback, production.failure().onFailure());
        assertTrue(production.monitorFor().always());
        assertEquals(Duration.ofMinutes(10), production.delay());
        assertEquals(
                FailurePolicy.OnFailure.Halt,
                document.settings().stage("staging").orElseThrow().failure().onFailure());
    }
}
