package io.sternway.sandbox.contract;

/** Manifests that the contract's tests have in common. */
final class Manifests {
    /** A field of a StatefulSet's spec: each Pod has a claim {@code data}. */
    static final String CLAIMS = "volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], "
            + "storageClassName: '', resources: {requests: {storage: 1Gi}}}}]";

    private Manifests() {}

    /** A volume that is meant for one claim. */
    static String volume(String namespace, String claim) {
        return """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %1$s-%2$s}
                spec:
                  accessModes: [ReadWriteOnce]
                  storageClassName: ''
                  capacity: {storage: 1Gi}
                  hostPath: {path: /data}
                  claimRef: {namespace: %1$s, name: %2$s}
                """.formatted(namespace, claim);
    }

    static String configMap(String name, String data) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s}
                data: {%s}
                """.formatted(name, data);
    }

    /** A Deployment whose Pods do what the annotation says, with more fields of its spec, as "progressDeadlineSeconds: 1". */
    static String deployment(String name, int replicas, String pod, String... more) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: %s}}
                  template:
                %s
                """.formatted(name, replicas, name, template(name, pod)) + fields(more);
    }

    static String statefulSet(String name, int replicas, String pod, String... more) {
        return """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %s}
                spec:
                  replicas: %d
                  serviceName: %s
                  selector: {matchLabels: {app: %s}}
                  template:
                %s
                """.formatted(name, replicas, name, name, template(name, pod)) + fields(more);
    }

    static String daemonSet(String name, String pod, String... more) {
        return """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: %s}
                spec:
                  selector: {matchLabels: {app: %s}}
                  template:
                %s
                """.formatted(name, name, template(name, pod)) + fields(more);
    }

    static String job(String name, String pod, String... more) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s}
                spec:
                  template:
                    metadata: {annotations: {sternway.io/pod: %s}}
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: job}]
                """.formatted(name, pod) + fields(more);
    }

    /** @param pod the Pods' behaviour, and after a space the delay */
    private static String template(String app, String pod) {
        int space = pod.indexOf(' ');
        String does = space < 0 ? pod : pod.substring(0, space);
        String delay = space < 0 ? "" : ", sternway.io/pod-delay: " + pod.substring(space + 1);
        return """
                    metadata:
                      labels: {app: %s}
                      annotations: {sternway.io/pod: %s%s}
                    spec:
                      containers: [{name: main, image: app}]\
                """.formatted(app, does, delay).indent(4).stripTrailing();
    }

    private static String fields(String... more) {
        StringBuilder fields = new StringBuilder();
        for (String field : more) {
            fields.append("  ").append(field).append("\n");
        }
        return fields.toString();
    }
}
