package io.sternway.settings;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.settings.ClusterSelector.Operator;
import io.sternway.settings.ClusterSelector.Requirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClusterSelectorTest {

    private static final Map<String, String> LABELS = Map.of("env", "prod", "region", "eu", "empty", "");

    @Test
    @DisplayName("Section 1: every label must match, and a selector without any selects every cluster")
    void labelsMatch() {
        assertTrue(new ClusterSelector(Map.of()).matches(LABELS));
        assertTrue(new ClusterSelector(Map.of()).matches(Map.of()));
        assertTrue(new ClusterSelector(Map.of("env", "prod", "empty", "")).matches(LABELS));
        assertFalse(new ClusterSelector(Map.of("env", "prod", "zone", "")).matches(LABELS));
    }

    @Test
    @DisplayName("Section 1: requirements are met as those of a label selector of Kubernetes")
    void requirementsAreMet() {
        assertTrue(isMet("region", Operator.In, "us", "eu"));
        assertFalse(isMet("region", Operator.In, "us"));
        assertFalse(isMet("zone", Operator.In, ""));
        assertFalse(isMet("region", Operator.NotIn, "eu"));
        assertTrue(isMet("zone", Operator.NotIn, "eu"));
        assertTrue(isMet("empty", Operator.Exists));
        assertFalse(isMet("empty", Operator.DoesNotExist));
        assertTrue(isMet("zone", Operator.DoesNotExist));
    }

    @Test
    @DisplayName("Section 1: labels and requirements must match together")
    void bothMustMatch() {
        List<Requirement> inEurope = List.of(new Requirement("region", Operator.In, List.of("eu")));
        assertTrue(new ClusterSelector(Map.of("env", "prod"), inEurope).matches(LABELS));
        assertFalse(new ClusterSelector(Map.of("env", "test"), inEurope).matches(LABELS));
        assertFalse(
                new ClusterSelector(Map.of("env", "prod"), inEurope).matches(Map.of("env", "prod", "region", "us")));
    }

    private static boolean isMet(String key, Operator operator, String... values) {
        return new ClusterSelector(Map.of(), List.of(new Requirement(key, operator, List.of(values)))).matches(LABELS);
    }
}
