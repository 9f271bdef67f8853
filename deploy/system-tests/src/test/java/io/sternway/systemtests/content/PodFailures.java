package io.sternway.systemtests.content;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Breaks and mends Pods as a node or a dependency would: by their status, the objects applied stay as they are. */
public final class PodFailures {

    private PodFailures() {}

    /** Every Pod of a namespace crashes. */
    public static void breakAll(KubernetesClient client, String namespace) {
        edit(client, namespace, false);
    }

    /** Every Pod of a namespace is well again. */
    public static void mendAll(KubernetesClient client, String namespace) {
        edit(client, namespace, true);
    }

    private static void edit(KubernetesClient client, String namespace, boolean well) {
        String status = well ? "True" : "False";
        for (Pod pod : client.pods().inNamespace(namespace).list().getItems()) {
            client.pods().resource(pod).editStatus(seen -> {
                seen.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals("Ready")
                                || condition.getType().equals("ContainersReady"))
                        .forEach(condition -> condition.setStatus(status));
                seen.getStatus().getContainerStatuses().forEach(container -> {
                    container.setReady(well);
                    container.setState(
                            well
                                    ? new ContainerStateBuilder()
                                            .withNewRunning()
                                            .endRunning()
                                            .build()
                                    : new ContainerStateBuilder()
                                            .withNewWaiting()
                                            .withReason("CrashLoopBackOff")
                                            .withMessage("back-off restarting failed container")
                                            .endWaiting()
                                            .build());
                });
                return seen;
            });
        }
    }
}
