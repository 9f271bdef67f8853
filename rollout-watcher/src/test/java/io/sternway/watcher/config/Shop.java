package io.sternway.watcher.config;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObjectRef;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetDeployment.AppliedObject;
import io.sternway.events.TargetDeployment.Desired;
import io.sternway.events.TargetDeployment.Holds;
import io.sternway.events.TargetDeployment.Prune;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Plays the executor: applies a shop's objects to a cluster and makes the record of it. */
final class Shop {

    static final HealthOptions HEALTH = new HealthOptions(
            List.of("readiness"),
            null,
            null,
            null,
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3));

    private Shop() {}

    static String deployment(String name, String pod) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: %1$s
                  namespace: default
                  labels: {applyset.kubernetes.io/part-of: applyset-test-v1}
                spec:
                  replicas: 2
                  progressDeadlineSeconds: 60
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata:
                      labels: {app: %1$s}
                      annotations: {sternway.io/pod: "%2$s", sternway.io/pod-delay: 50ms}
                    spec:
                      containers: [{name: web, image: "example/web:1"}]
                """.formatted(name, pod);
    }

    static String configMap(String name, String value) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: %s
                  namespace: default
                  labels: {applyset.kubernetes.io/part-of: applyset-test-v1}
                data: {value: "%s"}
                """.formatted(name, value);
    }

    /** The same, looked at so seldom that only a watch can be in time. */
    static TargetDeployment seldom(TargetDeployment record) {
        return at(record, Duration.ofMinutes(1), Duration.ofMinutes(5));
    }

    /** The same, looked at with that interval. */
    static TargetDeployment at(TargetDeployment record, Duration interval, Duration activeFor) {
        Holds holds = record.holds();
        if (holds == null) {
            return record;
        }
        HealthOptions health = new HealthOptions(
                HEALTH.checks(), null, null, null, HEALTH.checkInterval(), interval, interval, activeFor);
        return new TargetDeployment(
                record.project(),
                record.promotion(),
                record.cluster(),
                record.stage(),
                record.sequence(),
                record.desired(),
                new Holds(holds.epoch(), holds.revision(), holds.snapshot(), true, holds.objects(), health),
                record.prune());
    }

    /** Applies and returns the target's record. */
    static TargetDeployment apply(KubernetesClient client, String cluster, long epoch, String... manifests) {
        List<AppliedObject> applied = new ArrayList<>();
        for (String manifest : manifests) {
            HasMetadata object = client.getKubernetesSerialization().unmarshal(manifest);
            HasMetadata now = client.resource(object)
                    .patch(new PatchContext.Builder()
                            .withPatchType(PatchType.SERVER_SIDE_APPLY)
                            .withFieldManager("test")
                            .withForce(true)
                            .build());
            applied.add(new AppliedObject(
                    new ObjectRef(
                            now.getApiVersion(),
                            now.getKind(),
                            now.getMetadata().getNamespace(),
                            now.getMetadata().getName()),
                    now.getPlural(),
                    now.getMetadata().getUid(),
                    now.getMetadata().getGeneration() == null
                            ? 0
                            : now.getMetadata().getGeneration(),
                    now.getMetadata().getResourceVersion(),
                    null,
                    null,
                    null,
                    null));
        }
        return record(cluster, epoch, true, applied);
    }

    static TargetDeployment record(String cluster, long epoch, boolean complete, List<AppliedObject> objects) {
        return new TargetDeployment(
                "shop",
                "checkout",
                cluster,
                "staging",
                epoch,
                new Desired(
                        epoch,
                        "command",
                        Purpose.Deploy,
                        epoch,
                        "hash",
                        Outcome.Applied,
                        null,
                        null,
                        false,
                        List.of(),
                        1,
                        List.of()),
                new Holds(epoch, epoch, "hash", complete, objects, HEALTH),
                new Prune(PruneState.None, List.of(), List.of(), null));
    }
}
