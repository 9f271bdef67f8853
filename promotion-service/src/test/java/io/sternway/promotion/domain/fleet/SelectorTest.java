package io.sternway.promotion.domain.fleet;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.promotion.domain.fleet.Selector.Operator;
import io.sternway.promotion.domain.fleet.Selector.Requirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SelectorTest {

    private static final Map<String, String> LABELS = Map.of("env", "prod", "region", "eu", "empty", "");

    @Test
    @DisplayName("Section 1: every label must match, and a selector without any selects every cluster")
    void labelsMatch() {
        assertTrue(new Selector(Map.of()).matches(LABELS));
        assertTrue(new Selector(Map.of()).matches(Map.of()));
        assertTrue(new Selector(Map.of("env", "prod", "empty", "")).matches(LABELS));
        assertFalse(new Selector(Map.of("env", "prod", "zone", "")).matches(LABELS));
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
        assertTrue(new Selector(Map.of("env", "prod"), inEurope).matches(LABELS));
        assertFalse(new Selector(Map.of("env", "test"), inEurope).matches(LABELS));
        assertFalse(new Selector(Map.of("env", "prod"), inEurope).matches(Map.of("env", "prod", "region", "us")));
    }

    private static boolean isMet(String key, Operator operator, String... values) {
        return new Selector(Map.of(), List.of(new Requirement(key, operator, List.of(values)))).matches(LABELS);
    }
}
