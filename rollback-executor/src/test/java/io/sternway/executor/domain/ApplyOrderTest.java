package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.executor.domain.content.ApplyOrder;
import io.sternway.executor.domain.content.Fields;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullUnmarked
@Tag("K3")
class ApplyOrderTest {

    @Test
    @DisplayName("K3 namespaces, definitions, access, configuration, workloads, the rest")
    void kindsHaveTheirOrder() {
        assertEquals(
                List.of("Namespace", "CustomResourceDefinition", "Role", "ConfigMap", "Deployment", "Widget"),
                kinds(Stream.of("Widget", "Deployment", "Namespace", "ConfigMap", "CustomResourceDefinition", "Role")
                        .map(kind -> object(kind, null))
                        .toList()));
    }

    @Test
    @DisplayName("K3 a wave goes before the order of kinds, but namespaces and definitions are always first")
    void wavesAreFiner() {
        assertEquals(
                List.of("Namespace", "Job", "ConfigMap", "Deployment", "Service"),
                kinds(List.of(
                        object("Deployment", null),
                        object("Service", "1"),
                        object("Job", "-1"),
                        object("Namespace", "5"),
                        object("ConfigMap", null))));
    }

    @Test
    @DisplayName("K3 a wave that is no integer counts as 0")
    void aWrongWaveIsZero() {
        assertEquals(0, ApplyOrder.waveOf(object("Job", "first")));
        assertEquals(-12, ApplyOrder.waveOf(object("Job", "-12")));
    }

    private static List<String> kinds(List<Map<String, Object>> objects) {
        return ApplyOrder.steps(objects).stream()
                .flatMap(step -> step.objects().stream())
                .map(object -> Fields.text(object, "", "kind"))
                .toList();
    }

    private static Map<String, Object> object(String kind, String wave) {
        return Json.of("{kind: " + kind + ", metadata: {annotations: {"
                + (wave == null ? "" : "sternway.io/wave: \"" + wave + "\"") + "}}}");
    }
}
