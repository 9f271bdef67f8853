package io.sternway.systemtests.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sternway.events.AuditRecord;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.Received;
import io.sternway.systemtests.content.Documents;
import io.sternway.systemtests.content.Json;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodFailures;
import io.sternway.systemtests.content.StageBuilder;
import io.sternway.systemtests.environment.TestEnvironment;
import io.sternway.systemtests.environment.TopicRecorder;
import io.sternway.vocabulary.AuditType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One promotion on clusters of its own, seen from outside: topics, REST and cluster APIs. Names come from the test's, so
 * that a failing test is found in the logs.
 */
public final class Scenario {

    /** How long anything may take; scenarios are told apart by order and outcome, never by this. */
    public static final Duration PATIENCE = Duration.ofMinutes(4);

    public static final String PROJECT = "e2e";

    private final TestEnvironment environment;
    private final TestEnvironment.Lease lease;
    private final String promotion;
    private final List<Map<String, Object>> published = new ArrayList<>();

    private Scenario(TestEnvironment environment, TestEnvironment.Lease lease, String promotion) {
        this.environment = environment;
        this.lease = lease;
        this.promotion = promotion;
        StartedScenarios.add(this);
    }

    /**
     * A scenario.
     *
     * @param name a DNS label, unique among the tests of its environment
     * @param clusters how many clusters it needs
     */
    public static Scenario on(TestEnvironment environment, String name, int clusters) {
        return new Scenario(environment, environment.lease(clusters), name);
    }

    /** Another promotion on the same clusters. */
    public Scenario another(String name) {
        return new Scenario(environment, lease, name);
    }

    public TestEnvironment environment() {
        return environment;
    }

    public String promotion() {
        return promotion;
    }

    public String key() {
        return PROJECT + "/" + promotion;
    }

    /** A namespace that only this scenario uses. */
    public String namespace() {
        return promotion;
    }

    /** The name of the cluster with that number, from 1. */
    public String cluster(int number) {
        return lease.cluster(number);
    }

    public KubernetesClient client(int number) {
        return environment.client(cluster(number));
    }

    public TargetRef target(int number) {
        return new TargetRef(PROJECT, promotion, cluster(number));
    }

    /** A stage on the clusters with these numbers. */
    public StageBuilder stage(String name, int... numbers) {
        return StageBuilder.named(name, lease.slot(), numbers);
    }

    /** A document of these stages and objects; the scenario's namespace is among them. */
    public Map<String, Object> document(List<StageBuilder> stages, List<Map<String, Object>> manifests) {
        List<Map<String, Object>> all = new ArrayList<>();
        all.add(Manifests.namespace(namespace()));
        all.addAll(manifests);
        return Documents.promotion(
                PROJECT,
                promotion,
                "app",
                all,
                stages.stream().map(StageBuilder::asMap).toList());
    }

    /** Publishes a document as CI does: the file as it is. */
    public void publish(Map<String, Object> document) {
        published.add(document);
        environment.requests().publish(key(), Json.write(document));
    }

    /** Every document that was published, in order. */
    public List<Map<String, Object>> published() {
        return List.copyOf(published);
    }

    /** Publishes text, whatever it is, with a key of its own. */
    public void publishRaw(@Nullable String key, String text) {
        environment.requests().publish(key, text);
    }

    /** The audit records of this promotion so far, in the order of the topic. */
    public List<Audit> audit() {
        return environment.topics().on(Topic.AUDIT, key()).stream()
                .map(Audit::of)
                .toList();
    }

    /** Waits for an audit record of that type that satisfies the condition. */
    public Audit awaitAudit(AuditType type, Predicate<AuditRecord> condition) {
        return awaitAudit(type, condition, PATIENCE);
    }

    /** The same, for that long at most. */
    public Audit awaitAudit(AuditType type, Predicate<AuditRecord> condition, Duration atMost) {
        return Audit.of(environment
                .topics()
                .await(
                        () -> type + " of " + key() + "; so far " + inShort(),
                        atMost,
                        record -> record.topic() == Topic.AUDIT
                                && key().equals(record.key())
                                && record.is(EventType.of(type))
                                && condition.test((AuditRecord) record.event().data())));
    }

    public Audit awaitAudit(AuditType type) {
        return awaitAudit(type, record -> true);
    }

    /** Waits for a refusal of a request of this scenario: in its own stream, or in its project's if it has none. */
    public Audit awaitAnyRejection() {
        String rejected = PROJECT + "/_rejected";
        return Audit.of(environment
                .topics()
                .await(
                        "PromotionRejected of " + key(),
                        PATIENCE,
                        record -> record.is(EventType.of(AuditType.PromotionRejected))
                                && (key().equals(record.key())
                                        || (rejected.equals(record.key())
                                                && new String(
                                                                EventJson.write(record.event()
                                                                        .data()),
                                                                StandardCharsets.UTF_8)
                                                        .contains(promotion)))));
    }

    /** The label value that this scenario's clusters share. */
    public String slot() {
        return lease.slot();
    }

    /** Waits until the run of that revision ends, and says how: RunSucceeded, RunRolledBack, … */
    public AuditType awaitRunEnd(long revision) {
        Audit end = Audit.of(environment
                .topics()
                .await(
                        () -> "the end of the run of revision " + revision + " of " + key() + "; so far " + inShort(),
                        PATIENCE,
                        record -> record.topic() == Topic.AUDIT
                                && key().equals(record.key())
                                && Audit.isRunEnd(record)
                                && Objects.equals(((AuditRecord) record.event().data()).revision(), revision)));
        return end.type();
    }

    /** The promotion as REST shows it. */
    public JsonNode rest() {
        return Rest.get(environment.stack(), "/api/v1/promotions/" + key());
    }

    /** The image that the cluster's API serves for a Deployment; empty if there is none. */
    public Optional<String> image(int number, String deployment) {
        return Optional.ofNullable(client(number)
                        .apps()
                        .deployments()
                        .inNamespace(namespace())
                        .withName(deployment)
                        .get())
                .map(found -> found.getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getImage());
    }

    /** Every Pod of the scenario on that cluster crashes. */
    public void breakPods(int number) {
        PodFailures.breakAll(client(number), namespace());
    }

    /** Every Pod of the scenario on that cluster is well again. */
    public void mendPods(int number) {
        PodFailures.mendAll(client(number), namespace());
    }

    /** Waits until the executor says that it is still trying to apply to that cluster, and why. */
    public void awaitPending(int number) {
        environment
                .topics()
                .await(
                        "StageDeployPending with a reason for " + target(number).key(),
                        PATIENCE,
                        record -> target(number).key().equals(record.key())
                                && record.is(EventType.STAGE_DEPLOY_PENDING)
                                && ((TargetDeployment) record.event().data())
                                                .desired()
                                                .reason()
                                        != null);
    }

    /** The newest record of a target on the deployments topic. */
    public TargetDeployment lastDeployment(int number) {
        List<TopicRecorder.Recorded> records =
                environment.topics().on(Topic.DEPLOYMENTS, target(number).key());
        return (TargetDeployment) records.get(records.size() - 1).event().data();
    }

    /** The audit so far, and what the other topics said about each cluster, for messages. */
    public String inShort() {
        String audit = audit().stream().map(Audit::inShort).collect(Collectors.joining("\n  ", "\n  ", ""));
        String clusters = lease.clusters().stream().map(this::saidOf).collect(Collectors.joining("\n  ", "\n  ", "\n"));
        return audit + clusters;
    }

    private String saidOf(String cluster) {
        return environment.topics().of(new TargetRef(PROJECT, promotion, cluster)).stream()
                .map(Scenario::oneWord)
                .collect(Collectors.joining(" ", cluster + ": ", ""));
    }

    private static String oneWord(TopicRecorder.Recorded record) {
        return record.received() instanceof Received.Known known
                ? known.event().type().name()
                : record.received().getClass().getSimpleName();
    }
}
