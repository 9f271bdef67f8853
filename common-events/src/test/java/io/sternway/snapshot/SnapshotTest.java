package io.sternway.snapshot;

import static io.sternway.snapshot.Manifests.content;
import static io.sternway.snapshot.Manifests.yaml;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SnapshotTest {

    private static final String COMMON = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {a: common}";
    private static final String OTHER = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: other}";
    private static final String OWN = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {a: own}";
    private static final String ADDED = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: added}";

    @Test
    @DisplayName("Section 1: a stage's content adds objects to the common content, or replaces them by identity")
    void aStageAddsAndReplaces() {
        Snapshot snapshot = StageContent.of(content(COMMON, OTHER), content(OWN, ADDED));
        assertEquals(
                List.of("ConfigMap default/added", "ConfigMap default/conf", "ServiceAccount default/other"),
                snapshot.objects().stream()
                        .map(object -> ObjectIdentity.of(object).toString())
                        .toList());
        assertEquals("own", snapshot.objects().get(1).at("/data/a").asText());
    }

    @Test
    @DisplayName("R2 the order in which objects were written makes no other snapshot, a changed value does")
    void theOrderMakesNoOtherSnapshot() {
        String hash = StageContent.of(content(COMMON, OTHER), Content.none()).hash();
        assertEquals(
                hash, StageContent.of(content(OTHER, COMMON), Content.none()).hash());
        assertNotEquals(
                hash, StageContent.of(content(OTHER, OWN), Content.none()).hash());
        assertEquals(64, hash.length());
    }

    @Test
    @DisplayName("Content survives being stored as JSON")
    void contentSurvivesJson() {
        Content content = content(COMMON, OTHER);
        assertEquals(content, Content.ofJson(content.toJson()));
    }

    @Test
    @DisplayName("Content over 8 MiB is refused with both sizes")
    void contentOverTheLimitIsRefusedWithBothSizes() {
        FieldPath path = FieldPath.root().fields("spec", "content");
        assertTrue(ContentSize.check(ContentSize.LIMIT, path).isEmpty());
        Fault fault = ContentSize.check(ContentSize.LIMIT + 1, path).orElseThrow();
        assertEquals("spec.content", fault.path());
        assertTrue(fault.message().contains("8388609") && fault.message().contains("8388608"), fault.message());
    }

    @Test
    @DisplayName("A hash of resolved content depends on the labels that it uses and on no other")
    void theResolvedHashDependsOnTheLabelsUsed() {
        Snapshot snapshot = Snapshot.of(List.of(
                yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: '${cluster.labels.region}'}}")));
        String eu = snapshot.resolve("a", Map.of("region", "eu")).snapshot().hash();
        assertEquals(
                eu,
                snapshot.resolve("b", Map.of("region", "eu", "x", "y"))
                        .snapshot()
                        .hash());
        assertNotEquals(
                eu, snapshot.resolve("a", Map.of("region", "us")).snapshot().hash());
    }
}
