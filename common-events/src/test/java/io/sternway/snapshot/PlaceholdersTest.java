package io.sternway.snapshot;

import static io.sternway.snapshot.Manifests.content;
import static io.sternway.snapshot.Manifests.normalise;
import static io.sternway.snapshot.Manifests.yaml;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Section 1: placeholders")
class PlaceholdersTest {

    private static final Map<String, String> LABELS = Map.of("region", "eu", "example.org/tier", "$gold\\{x}");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plain                                     | plain
            ${cluster.name}                           | eu-1
            a-${cluster.name}-${cluster.labels.region}-b | a-eu-1-eu-b
            ${cluster.labels.example.org/tier}        | $gold\\{x}
            $${cluster.name}                          | ${cluster.name}
            $$${cluster.name}                         | $${cluster.name}
            ${HOME} $${HOME} $(X) {{ .Y }} $1 \\d      | ${HOME} $${HOME} $(X) {{ .Y }} $1 \\d
            """)
    @DisplayName("are replaced in string values; what belongs to others is left alone")
    void areReplaced(String written, String resolved) {
        List<Fault> faults = new ArrayList<>();
        JsonNode manifest = yaml("{}");
        ((com.fasterxml.jackson.databind.node.ObjectNode) manifest).put("a", written);
        JsonNode result = Placeholders.resolve(manifest, "eu-1", LABELS, FieldPath.root(), faults);
        assertEquals(List.of(), faults);
        assertEquals(resolved, result.get("a").textValue());
        assertEquals(written, manifest.get("a").textValue(), "the input is not changed");
    }

    @Test
    @DisplayName("that a cluster cannot resolve are each reported with their path")
    void unresolvableAreReportedWithTheirPath() {
        Snapshot snapshot = StageContent.of(
                content("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n"
                        + "data: {a: '${cluster.labels.zone}', b: '${cluster.labels.region}${cluster.labels.rack}'}"),
                Content.none());
        assertEquals(
                List.of(
                        "(ConfigMap default/c).data.a = ${cluster.labels.zone}: cluster eu-1 has no label zone",
                        "(ConfigMap default/c).data.b = ${cluster.labels.rack}: cluster eu-1 has no label rack"),
                snapshot.resolve("eu-1", LABELS).faults().stream()
                        .map(Fault::toString)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${cluster.nam}",
                "${cluster.}",
                "${cluster.labels.}",
                "${cluster.labels}",
                "${cluster.name",
                "${cluster.na me}"
            })
    @DisplayName("that are misspelt are refused at intake")
    void misspeltAreRefused(String text) {
        List<Fault> faults = normalise(
                        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: 'x" + text + "'}")
                .faults();
        assertEquals(
                List.of("manifests[0].data.a"), faults.stream().map(Fault::path).toList());
        assertTrue(faults.get(0).message().contains("known are ${cluster.name} and ${cluster.labels.<key>}"));
    }

    @Test
    @DisplayName("in names of fields are refused at intake")
    void inNamesOfFieldsAreRefused() {
        assertEquals(
                List.of("manifests[0].data"),
                normalise("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {'${cluster.name}': x}")
                        .faults()
                        .stream()
                        .map(Fault::path)
                        .toList());
    }

    @Test
    @DisplayName("are found with path and label")
    void areFound() {
        assertEquals(
                List.of(
                        new Placeholders.Placeholder("a[0]", "${cluster.name}", null),
                        new Placeholders.Placeholder("a[1]", "${cluster.labels.x}", "x")),
                Placeholders.find(
                        yaml("{a: ['${cluster.name}', '${cluster.labels.x} $${cluster.name}']}"), FieldPath.root()));
    }

    @Test
    @DisplayName("R4 K1 two objects that become one by resolving, or one of ours, are faults of that cluster")
    void resolvingMayNotMakeTwoObjectsOneNorTakeOurNames() {
        Snapshot snapshot = StageContent.of(
                content(
                        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: eu-1}",
                        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '${cluster.name}'}",
                        "apiVersion: v1\nkind: Namespace\nmetadata: {name: '${cluster.labels.ns}'}"),
                Content.none());
        assertEquals(
                2,
                snapshot.resolve("eu-1", Map.of("ns", "sternway-system"))
                        .faults()
                        .size());
        assertEquals(List.of(), snapshot.resolve("eu-2", Map.of("ns", "shop")).faults());
    }
}
