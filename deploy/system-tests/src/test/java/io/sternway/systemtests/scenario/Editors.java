package io.sternway.systemtests.scenario;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sternway.events.TargetDeployment;
import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Others who work on the same clusters: people with kubectl, GitOps tools, administrators. */
public final class Editors {

    private Editors() {}

    /** Somebody created the scenario's namespace before. */
    public static void createNamespace(Scenario scenario, int number) {
        apply(scenario, number, "admin", Manifests.namespace(scenario.namespace()));
    }

    /** Server-side apply by another manager. */
    public static void apply(Scenario scenario, int number, String manager, Map<String, Object> object) {
        scenario.client(number)
                .resource(Json.write(object))
                .fieldManager(manager)
                .serverSideApply();
    }

    /** What {@code kubectl apply} does with a new Deployment: client-side, with its annotation and its manager. */
    public static void applyAsKubectl(Scenario scenario, int number, Map<String, Object> deployment) {
        GenericKubernetesResource resource =
                Serialization.unmarshal(Json.write(deployment), GenericKubernetesResource.class);
        resource.getMetadata()
                .setAnnotations(Map.of("kubectl.kubernetes.io/last-applied-configuration", Json.write(deployment)));
        scenario.client(number)
                .raw(
                        "/apis/apps/v1/namespaces/" + scenario.namespace()
                                + "/deployments?fieldManager=kubectl-client-side-apply",
                        "POST",
                        resource);
    }

    /** {@code kubectl edit} of a Deployment, again when somebody else was faster; its manager is the user agent. */
    public static void edit(Scenario scenario, int number, String name, Consumer<Deployment> change) {
        await().atMost(Scenario.PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> {
                    scenario.client(number)
                            .apps()
                            .deployments()
                            .inNamespace(scenario.namespace())
                            .withName(name)
                            .edit(deployment -> {
                                change.accept(deployment);
                                return deployment;
                            });
                    return true;
                });
    }

    /** What {@code kubectl scale} and autoscalers do: another number through the scale subresource. */
    public static void scale(Scenario scenario, int number, String name, int replicas) {
        scenario.client(number)
                .apps()
                .deployments()
                .inNamespace(scenario.namespace())
                .withName(name)
                .scale(replicas);
    }

    /** {@code kubectl annotate deployment}, ten times a second, until it is closed. */
    public static Closeable annotate(Scenario scenario, int number, String name) {
        AtomicLong counter = new AtomicLong();
        return again(
                Duration.ofMillis(100),
                () -> edit(
                        scenario,
                        number,
                        name,
                        deployment -> deployment
                                .getMetadata()
                                .getAnnotations()
                                .put("example.com/touched", Long.toString(counter.incrementAndGet()))));
    }

    /** An autoscaler at work: every three seconds another number between these, until it is closed. */
    public static Closeable autoscale(Scenario scenario, int number, String name, int least, int most) {
        AtomicLong step = new AtomicLong();
        return again(
                Duration.ofSeconds(3),
                () -> scale(scenario, number, name, least + (int) (step.addAndGet(2) % (most - least + 1))));
    }

    private static Closeable again(Duration every, Runnable act) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> again = thread.scheduleWithFixedDelay(act, 0, every.toMillis(), TimeUnit.MILLISECONDS);
        return () -> {
            again.cancel(true);
            thread.shutdownNow();
        };
    }

    /** A quota that allows no ConfigMap of ours; the namespace has one of the cluster's own at most. */
    public static void forbidConfigMaps(Scenario scenario, int number) {
        Map<String, Object> quota = Manifests.object("v1", "ResourceQuota", scenario.namespace(), "none");
        quota.put("spec", Map.of("hard", Map.of("count/configmaps", "0")));
        apply(scenario, number, "admin", quota);
        await().atMost(Scenario.PATIENCE)
                .until(() -> scenario.client(number)
                                .resourceQuotas()
                                .inNamespace(scenario.namespace())
                                .withName("none")
                                .get()
                                .getStatus()
                        != null);
    }

    public static Deployment deployment(Scenario scenario, int number, String name) {
        return scenario.client(number)
                .apps()
                .deployments()
                .inNamespace(scenario.namespace())
                .withName(name)
                .get();
    }

    public static Set<String> podUids(Scenario scenario, int number) {
        return scenario.client(number).pods().inNamespace(scenario.namespace()).list().getItems().stream()
                .map(pod -> pod.getMetadata().getUid())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What the executor noted about the target's objects, in all its records. */
    public static List<String> notes(Scenario scenario, int number) {
        return scenario.environment().topics().of(scenario.target(number)).stream()
                .filter(record -> record.topic() == Topic.DEPLOYMENTS && record.received() instanceof Received.Known)
                .flatMap(record -> ((TargetDeployment) record.event().data()).desired().notes().stream())
                .map(TargetDeployment.ObjectNote::message)
                .distinct()
                .toList();
    }
}
