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
                      rollout: {type: All, progressDeadline: 30s}
                    - name: production
                      clusterSelector: {matchLabels: {set: %2$s, env: production}}
                      onFailure: Rollback
                      rollout: {type: All, progressDeadline: 30s}
                %4$s
                """
                .formatted(project, name, version, moreInProduction.indent(6));
    }
}
