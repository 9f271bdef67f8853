package io.sternway.watcher.kubernetes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.watcher.domain.observed.Json;
import io.sternway.watcher.kubernetes.ObjectReader.Page;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("H2")
class ObjectReaderTest {

    private static final String LIST = """
            {"kind": "DeploymentList", "apiVersion": "apps/v1",
             "metadata": {"resourceVersion": "12", "continue": "next-page", "remainingItemCount": 5},
             "items": [
               {"metadata": {"name": "web", "namespace": "shop", "uid": "u", "generation": 3,
                  "managedFields": [{"manager": "x", "fieldsV1": {"f:spec": {}}}],
                  "annotations": {"deployment.kubernetes.io/revision": "4", "secret/note": "x"},
                  "labels": {"app": "web", "controller-revision-hash": "h"}},
                "data": {"password": "hunter2"},
                "spec": {"replicas": 3, "paused": true, "template": {"spec": {"containers": [{"env": []}]}},
                  "selector": {"matchLabels": {"app": "web"}}},
                "status": {"observedGeneration": 3, "conditions": [{"type": "Available", "status": "True"}],
                  "huge": {"a": [1, 2, {"b": null}]}}},
               {"metadata": {"name": "other", "namespace": "shop"}}]}
            """;

    @Test
    @DisplayName("H2 of an object only what readiness looks at is kept, and no data")
    void onlyWhatIsLookedAtIsKept() throws IOException {
        Page page = ObjectReader.page(bytes(LIST), key -> key.name().equals("web"));

        assertEquals("next-page", page.next());
        assertEquals(1, page.items().size());
        Json web = page.items().get(0);
        assertEquals(3, web.number(0, "spec", "replicas"));
        assertTrue(web.flag("spec", "paused"));
        assertEquals("4", web.text("metadata", "annotations", "deployment.kubernetes.io/revision"));
        assertEquals("True", web.items("status", "conditions").get(0).text("status"));
        assertEquals("h", web.text("metadata", "labels", "controller-revision-hash"));
        assertEquals("web", web.text("spec", "selector", "matchLabels", "app"));
        assertFalse(web.has("data"));
        assertFalse(web.has("metadata", "managedFields"));
        assertFalse(web.has("metadata", "annotations", "secret/note"));
        assertFalse(web.has("spec", "template"));
        assertFalse(web.has("status", "huge"));
    }

    @Test
    @DisplayName("an empty list has items: null; what is no list is refused")
    void whatIsNoListIsRefused() throws IOException {
        assertEquals(
                0,
                ObjectReader.page(bytes("{\"items\": null}"), key -> true)
                        .items()
                        .size());
        assertNull(ObjectReader.page(bytes("{\"items\": []}"), key -> true).next());
        assertThrows(IOException.class, () -> ObjectReader.page(bytes("<html>"), key -> true));
        assertThrows(IOException.class, () -> ObjectReader.page(bytes("{\"kind\": \"Status\"}"), key -> true));
        assertThrows(IOException.class, () -> ObjectReader.page(bytes(LIST.substring(0, 300)), key -> true));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
