package io.sternway.sandbox.cluster.controllers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.sandbox.cluster.Yaml;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodStageTest {
    @ParameterizedTest
    @CsvSource({"200ms, 200", "3s, 3000", "1.5s, 1500", "1m30s, 90000", "2h, 7200000"})
    void the_delay_is_what_the_annotation_says_as_go_writes_it(String text, long millis) {
        var pod = Yaml.object("{metadata: {annotations: {sternway.io/pod-delay: '" + text + "'}}}");
        assertEquals(Duration.ofMillis(millis), PodStage.STARTS.delay(pod));
    }

    @Test
    void without_the_annotation_each_stage_has_its_own_delay() {
        assertEquals(Duration.ofMillis(200), PodStage.STARTS.delay(Yaml.object("{}")));
        assertEquals(Duration.ofSeconds(3), PodStage.CRASHES_LATER.delay(Yaml.object("{}")));
    }
}
