package io.sternway.promotion.testing;

/** Promotion documents for tests. */
public final class Documents {

    private Documents() {}

    /** Two stages, whose clusters have the labels {@code set: <name>, env: staging|production}. */
    public static String twoStages(String project, String name, String version) {
        return twoStages(project, name, version, "");
    }

    /** The same with more fields in the second stage. */
    public static String twoStages(String project, String name, String version, String moreInProduction) {
        return twoStages(project, name, version, moreInProduction, "10m");
    }

    /** The same with another deadline in the second stage. */
    public static String twoStages(
            String project, String name, String version, String moreInProduction, String deadline) {
        return """
                apiVersion: sternway.io/v1alpha1
                kind: Promotion
                metadata: {name: %2$s, project: %1$s}
                spec:
                  content:
                    - application: shop
                      manifests:
                        - apiVersion: v1
                          kind: ConfigMap
                          metadata: {name: shop, namespace: shop}
                          data: {version: "%3$s", cluster: "${cluster.name}"}
                  stages:
                    - name: staging
                      clusterSelector: {matchLabels: {set: %2$s, env: staging}}
                      onFailure: Rollback
                      rollout: {type: All, progressDeadline: 10m}
                    - name: production
                      clusterSelector: {matchLabels: {set: %2$s, env: production}}
                      onFailure: Rollback
                      rollout: {type: All, progressDeadline: %5$s}
                %4$s
                """.formatted(project, name, version, moreInProduction.indent(6), deadline);
    }

    /** One whose content is larger than that many MiB. */
    public static String large(String project, String name, int mebibytes) {
        StringBuilder data = new StringBuilder();
        String line = "x".repeat(64 * 1024);
        for (int i = 0; i < mebibytes * 16; i++) {
            data.append(i == 0 ? "" : ", ")
                    .append("\"k")
                    .append(i)
                    .append("\": \"")
                    .append(line)
                    .append('"');
        }
        return """
                {"apiVersion": "sternway.io/v1alpha1", "kind": "Promotion",
                 "metadata": {"name": "%s", "project": "%s"},
                 "spec": {
                   "content": [{"application": "a", "manifests": [
                     {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "n"},
                      "data": {%s}}]}],
                   "stages": [{"name": "s", "clusterSelector": {"matchLabels": {"set": "none"}}}]}}""".formatted(name, project, data);
    }
}
