package io.sternway.executor.kubernetes;

/** Objects that tests apply; {@code NS} stands for the test's namespace. */
final class Manifests {

    private Manifests() {}

    static String deployment(String name, String image, String extra) {
        return """
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, namespace: NS, labels: {app: %1$s}}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: %1$s}}
                  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
                  template:
                    metadata: {labels: {app: %1$s}%3$s}
                    spec:
                      serviceAccountName: default
                      containers: [{name: app, image: "%2$s", env: [{name: A, value: "1"}]}]
                """.formatted(name, image, extra);
    }

    static String deployment(String name, String image) {
        return deployment(name, image, "");
    }

    static String configMap(String name, String value) {
        return """
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: NS}
                data: {key: "%s"}
                """.formatted(name, value);
    }

    static String job(String name, String image, String annotations) {
        return """
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s, namespace: NS, annotations: {%s}}
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: job, image: "%s"}]
                """.formatted(name, annotations, image);
    }

    static String statefulSet(String name, String image, String behaviour) {
        return """
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %1$s, namespace: NS}
                spec:
                  replicas: 2
                  serviceName: %1$s
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}, annotations: {sternway.io/pod: %3$s}}
                    spec:
                      serviceAccountName: default
                      containers: [{name: app, image: "%2$s"}]
                """.formatted(name, image, behaviour);
    }
}
