package io.sternway.sandbox.cluster.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.sandbox.cluster.model.ApiFailure;
import io.sternway.sandbox.cluster.store.Selectable;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorTest {
    private final Selectable object =
            new Selectable("d", "web", Map.of("app", "web", "env", "prod"), Map.of("metadata.name", "web"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|true",
                "app=web|true",
                "app==web|true",
                "app=x|false",
                "app!=x|true",
                "absent!=x|true",
                "app|true",
                "absent|false",
                "!absent|true",
                "!app|false",
                "env in (prod,test)|true",
                "env in (test)|false",
                "env notin (test)|true",
                "absent notin (x)|true",
                "absent in (x)|false",
                "app=web,env in (a, prod),!z|true",
                "app=web,env in (a, b)|false",
                "app in (web),env|true"
            })
    void labels_are_selected_as_kubernetes_does(String selector, boolean selected) {
        assertEquals(selected, Selector.labels(selector).test(object));
    }

    @Test
    void an_unreadable_selector_is_a_bad_request() {
        ApiFailure refused = assertThrows(ApiFailure.class, () -> Selector.labels("a in ("));
        assertEquals(400, refused.code());
    }

    @Test
    void fields_are_selected_by_name_and_unknown_ones_refused() {
        Set<String> known = Set.of("metadata.name", "metadata.namespace");
        assertEquals(true, Selector.fields("metadata.name=web", known).test(object));
        assertEquals(false, Selector.fields("metadata.name!=web", known).test(object));
        ApiFailure refused = assertThrows(ApiFailure.class, () -> Selector.fields("data.x=1", known));
        assertEquals(
                "\"data.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
                refused.getMessage());
    }
}
