package io.sternway.evaluator.messaging;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.ClusterObserved;
import io.sternway.events.ClusterReported;
import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.events.EventJson;
import io.sternway.events.EventType;
import io.sternway.events.HealthOptions;
import io.sternway.events.ObjectRef;
import io.sternway.events.ObservationSequence;
import io.sternway.events.ObservedTarget;
import io.sternway.events.PartitionClaimed;
import io.sternway.events.ProgressingCondition;
import io.sternway.events.RolloutObserved;
import io.sternway.events.RolloutObserved.ObservedObject;
import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetHealth;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Origin;
import io.sternway.messaging.Received;
import io.sternway.vocabulary.ObjectStatus;
import io.sternway.vocabulary.Outcome;
import io.sternway.vocabulary.PruneState;
import io.sternway.vocabulary.Purpose;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** Drives the topology for one target, shop/checkout on eu-1, with a broker's clock of its own. */
final class EvaluatorDriver implements AutoCloseable {

    private static final TargetRef TARGET = new TargetRef("shop", "checkout", "eu-1");
    private static final ObjectRef DEPLOYMENT = new ObjectRef("apps/v1", "Deployment", "shop", "checkout");
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final TopologyTestDriver driver;
    private final TestInputTopic<String, byte[]> deployments;
    private final TestInputTopic<String, byte[]> observations;
    private final TestOutputTopic<String, byte[]> health;
    private final TestOutputTopic<String, byte[]> deadLetters;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long sequence;
    private long counter;
    private long observationOffset = -1;
    private long term = -1;

    EvaluatorDriver() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "evaluator-test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(EvaluatorTopology.build(), properties, now);
        deployments = input(Topic.DEPLOYMENTS);
        observations = input(Topic.OBSERVATIONS);
        health = output(Topic.HEALTH);
        deadLetters = output(Topic.DEAD_LETTERS);
    }

    static ObservedObject current() {
        return object(ObjectStatus.Current, List.of());
    }

    static ObservedObject crashing() {
        return object(
                ObjectStatus.InProgress,
                List.of(new RolloutObserved.FailedPod("checkout-1", "CrashLoopBackOff", "checkout", 1, 3, null)));
    }

    static ObservedObject deadlineExceeded() {
        ProgressingCondition exceeded = new ProgressingCondition("False", "ProgressDeadlineExceeded", "now");
        return object(
                ObjectStatus.InProgress, new RolloutObserved.Workload(3, 3, 2, true, "1", true, List.of(), exceeded));
    }

    void deploy(long epoch) {
        deploy(epoch, null);
    }

    void deploy(long epoch, @Nullable Duration threshold) {
        HealthOptions options = new HealthOptions(
                List.of("readiness"), threshold, null, null, INTERVAL, INTERVAL, INTERVAL, Duration.ofMinutes(5));
        TargetDeployment record = new TargetDeployment(
                TARGET.project(),
                TARGET.promotion(),
                TARGET.cluster(),
                "production",
                ++sequence,
                new TargetDeployment.Desired(
                        epoch,
                        "command",
                        Purpose.Deploy,
                        1,
                        "hash",
                        Outcome.Applied,
                        null,
                        null,
                        false,
                        List.of(),
                        1,
                        List.of()),
                new TargetDeployment.Holds(epoch, 1, "hash", true, List.of(), options),
                new TargetDeployment.Prune(PruneState.None, List.of(), List.of(), null));
        send(deployments, EventType.STAGE_DEPLOYED, TARGET.key(), "d" + sequence, record);
    }

    void release() {
        deployments.pipeInput(TARGET.key(), null, now);
    }

    /** A new owner's first record; its offset is the term of what follows. */
    void claim() {
        observed(EventType.PARTITION_CLAIMED, "partition-0", new PartitionClaimed(0, "test"));
        term = observationOffset;
        counter = 0;
    }

    long term() {
        return term;
    }

    void observe(long epoch, ObservedObject object) {
        observeAs(term, ++counter, epoch, object);
    }

    void observeAs(long owner, long number, long epoch, ObservedObject object) {
        observed(
                EventType.ROLLOUT_OBSERVED,
                TARGET.key(),
                new RolloutObserved(
                        TARGET.project(),
                        TARGET.promotion(),
                        TARGET.cluster(),
                        epoch,
                        new ObservationSequence(owner, number),
                        List.of(object)));
    }

    void tickAfter(Duration time, long epoch) {
        now = now.plus(time);
        tickAs(term, ++counter, true, epoch);
    }

    /** The broker's clock goes on. */
    void pass(Duration time) {
        now = now.plus(time);
    }

    void missAfter(Duration time) {
        now = now.plus(time);
        tickAs(term, ++counter, false, 0);
    }

    void tickAs(long owner, long number, boolean reached, long epoch) {
        List<ObservedTarget> targets =
                reached ? List.of(new ObservedTarget(TARGET.project(), TARGET.promotion(), epoch)) : List.of();
        observed(
                EventType.CLUSTER_OBSERVED,
                TARGET.cluster(),
                new ClusterObserved(
                        TARGET.cluster(),
                        new ObservationSequence(owner, number),
                        reached,
                        reached ? null : "Unreachable",
                        null,
                        INTERVAL,
                        targets));
    }

    void garbage() {
        observed(EventType.ROLLOUT_OBSERVED, TARGET.key(), "not an object");
    }

    /** The wall clock goes on by single seconds while nothing comes. */
    void silenceFor(Duration time) {
        for (int i = 0; i < time.toSeconds(); i++) {
            driver.advanceWallClockTime(Duration.ofSeconds(1));
        }
    }

    /** The wall clock jumps: the process was not running. */
    void standStillFor(Duration time) {
        driver.advanceWallClockTime(time);
    }

    /** What was said since the last question, in short. */
    List<String> said() {
        return health.readRecordsToList().stream().map(EvaluatorDriver::inShort).toList();
    }

    /** The ids of what was said since the last question. */
    List<String> ids() {
        return health.readRecordsToList().stream()
                .map(record -> new String(record.headers().lastHeader("ce_id").value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Everything that was said, with ids. */
    List<String> events() {
        return health.readRecordsToList().stream()
                .map(record -> record.timestamp() + " " + record.key() + " " + record.headers() + " "
                        + new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** How the target was said to stand, as "state transition epoch", by news and (after "report") by reports. */
    List<String> states() {
        return health.readRecordsToList().stream()
                .map(record -> read(Topic.HEALTH, record))
                .flatMap(data -> data instanceof ClusterReported report
                        ? report.targets().stream()
                                .map(target ->
                                        "report " + target.state() + " " + target.transition() + " " + target.epoch())
                        : Stream.of(data)
                                .filter(TargetHealth.class::isInstance)
                                .map(TargetHealth.class::cast)
                                .map(target -> target.state() + " " + target.transition() + " " + target.epoch()))
                .toList();
    }

    List<String> deadLetterReasons() {
        return deadLetters.readRecordsToList().stream()
                .map(record -> (DeadLetter) read(Topic.DEAD_LETTERS, record))
                .map(DeadLetter::reason)
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }

    private static String inShort(TestRecord<String, byte[]> record) {
        Object data = read(Topic.HEALTH, record);
        if (data instanceof TargetHealth target) {
            return type(record) + " " + target.transition();
        }
        if (data instanceof ClusterHealthChanged changed) {
            return "ClusterHealthChanged " + changed.to();
        }
        ClusterReported report = (ClusterReported) data;
        if (!report.reached()) {
            return "ClusterReported unreached";
        }
        return report.targets().stream()
                .map(target -> "ClusterReported " + target.state() + " " + target.transition())
                .findFirst()
                .orElse("ClusterReported");
    }

    private static String type(TestRecord<String, byte[]> record) {
        String type = new String(record.headers().lastHeader("ce_type").value(), StandardCharsets.UTF_8);
        return EventType.find(type).orElseThrow().name();
    }

    private static Object read(Topic topic, TestRecord<String, byte[]> record) {
        Received received =
                CloudEvents.read(new Origin(topic.topicName(), 0, 0, record.key()), record.headers(), record.value());
        return ((Received.Known) received).event().data();
    }

    private static ObservedObject object(ObjectStatus status, List<RolloutObserved.FailedPod> failedPods) {
        return object(
                status,
                new RolloutObserved.Workload(3, failedPods.isEmpty() ? 3 : 1, 2, true, "1", false, failedPods, null));
    }

    private static ObservedObject object(ObjectStatus status, RolloutObserved.Workload workload) {
        return new ObservedObject(DEPLOYMENT, "uid", 1, null, status, null, null, workload);
    }

    private void observed(EventType type, String key, Object data) {
        observationOffset++;
        send(observations, type, key, "o" + observationOffset, data);
    }

    private void send(TestInputTopic<String, byte[]> topic, EventType type, String key, String id, Object data) {
        Event<Object> event = new Event<>(id, "/sternway/test", type, key, now, null, null, data);
        topic.pipeInput(
                new TestRecord<>(key, EventJson.write(data), CloudEvents.toHeaders(CloudEvents.headers(event)), now));
    }

    private TestInputTopic<String, byte[]> input(Topic topic) {
        return driver.createInputTopic(topic.topicName(), new StringSerializer(), new ByteArraySerializer());
    }

    private TestOutputTopic<String, byte[]> output(Topic topic) {
        return driver.createOutputTopic(topic.topicName(), new StringDeserializer(), new ByteArrayDeserializer());
    }
}
