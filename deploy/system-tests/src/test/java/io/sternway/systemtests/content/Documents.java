package io.sternway.systemtests.content;

import java.util.List;
import java.util.Map;

/** Promotion documents as CI writes them. */
public final class Documents {

    private Documents() {}

    /**
     * A document of one application.
     *
     * @param manifests the application's objects
     * @param stages the stages, as in the document
     */
    public static Map<String, Object> promotion(
            String project,
            String name,
            String application,
            List<Map<String, Object>> manifests,
            List<Map<String, Object>> stages) {
        return Map.of(
                "apiVersion",
                "sternway.io/v1alpha1",
                "kind",
                "Promotion",
                "metadata",
                Map.of("name", name, "project", project),
                "spec",
                Map.of(
                        "delivery",
                        "kubernetes",
                        "content",
                        List.of(Map.of("application", application, "manifests", manifests)),
                        "stages",
                        stages));
    }
}
