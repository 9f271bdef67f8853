package io.sternway.promotion.domain.model.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.sternway.settings.ClusterSelector;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReadingTest {

    @Test
    @DisplayName("what a selector chooses is listed by name, and looked for once")
    void askedTwice() {
        Reading reading = new Reading(
                "h",
                Map.of("us-1", Map.of("env", "prod"), "eu-1", Map.of("env", "prod"), "eu-2", Map.of("env", "test")));

        List<String> found = reading.selectedBy(new ClusterSelector(Map.of("env", "prod")));

        assertEquals(List.of("eu-1", "us-1"), found);
        assertSame(found, reading.selectedBy(new ClusterSelector(Map.of("env", "prod"))));
    }

    @Test
    @DisplayName("more selectors than are remembered get the right answers too")
    void manySelectors() {
        List<String> names =
                IntStream.range(0, 1500).mapToObj(number -> "c" + number).toList();
        Reading reading = new Reading(
                "h", names.stream().collect(Collectors.toMap(Function.identity(), name -> Map.of("name", name))));

        for (String name : names) {
            assertEquals(List.of(name), reading.selectedBy(new ClusterSelector(Map.of("name", name))));
        }
        assertEquals(List.of("c1499"), reading.selectedBy(new ClusterSelector(Map.of("name", "c1499"))));
    }
}
