package io.sternway.systemtests.faults;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.ClusterObserved;
import io.sternway.events.Event;
import io.sternway.events.EventIds;
import io.sternway.events.EventType;
import io.sternway.events.ObservationSequence;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.environment.TopicRecorder.Recorded;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;

/** Consumers that are an hour behind catch up with a heap that could not hold the hour. */
@Isolated("the memory and the time of processes are measured")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BacklogE2E {

    /** An hour of 250 clusters that are looked at every five seconds. */
    private static final int REPORTS = 250 * 3600 / 5;

    private static final int CLUSTERS = 6;
    private static final String HEAP = "-Xmx128m";
    private static final long RESIDENT_MEGABYTES = 512;

    private SimulatedEnvironment environment;
    private Scenario scenario;

    @BeforeAll
    void start() {
        environment = SimulatedEnvironment.own(
                "backlog", options -> options.on(options.profile().with(HEAP)));
        scenario = Scenario.on(environment, "backlog", CLUSTERS);
    }

    @AfterAll
    void stop() {
        environment.close();
    }

    @Test
    @DisplayName(
            "Evaluator, then promotion-service, with an hour of reports before them: bounded memory, and work goes on")
    void consumers_that_are_an_hour_behind_catch_up() throws IOException {
        scenario.publish(web("1"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        List<ServiceProcess> consumers = Stream.of(Service.HEALTH_EVALUATOR, Service.PROMOTION_SERVICE)
                .map(environment.stack()::service)
                .toList();
        ServiceProcess watcher = environment.stack().service(Service.ROLLOUT_WATCHER);
        watcher.kill();
        consumers.forEach(ServiceProcess::kill);
        reportAnHour();

        for (ServiceProcess consumer : consumers) {
            Instant started = Instant.now();
            consumer.restart();
            consumer.awaitReady(Scenario.PATIENCE);
            if (consumer.service() == Service.HEALTH_EVALUATOR) {
                awaitReports();
            }
            System.out.printf("%s: %s%n", consumer.service().module(), Duration.between(started, Instant.now()));
        }
        Instant published = Instant.now();
        watcher.restart();
        scenario.publish(web("2"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        System.out.printf("the next promotion: %s%n", Duration.between(published, Instant.now()));

        Outcome.assertServes(scenario, "web", "2", 1, 2, 3, 4, 5, 6);
        for (ServiceProcess consumer : consumers) {
            String name = consumer.service().module();
            long resident = consumer.residentMegabytes();
            System.out.printf("%s: %d MiB resident with %s%n", name, resident, HEAP);
            assertTrue(consumer.isAlive(), name);
            assertTrue(resident < RESIDENT_MEGABYTES, () -> name + " has " + resident + " MiB");
            assertTrue(
                    Files.readString(consumer.log()).lines().noneMatch(line -> line.contains("OutOfMemoryError")),
                    name);
        }
    }

    /** What the watcher last said of each cluster, again and again: each time with its next number. */
    private void reportAnHour() {
        Map<String, Event<?>> last = new HashMap<>();
        for (Recorded record : environment.topics().on(Topic.OBSERVATIONS)) {
            if (record.is(EventType.CLUSTER_OBSERVED)) {
                last.put(record.event().subject(), record.event());
            }
        }
        assertEquals(CLUSTERS, last.size());
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        environment.stack().broker().bootstrapServers(),
                        "linger.ms",
                        "20",
                        "max.block.ms",
                        "240000"),
                new StringSerializer(),
                new ByteArraySerializer())) {
            for (int i = 1; i <= REPORTS / CLUSTERS; i++) {
                for (Event<?> event : last.values()) {
                    var unused = producer.send(
                            CloudEvents.toRecord(again(event, i), Topic.OBSERVATIONS.defaultPartitions()));
                }
            }
        }
    }

    private static Event<ClusterObserved> again(Event<?> event, int number) {
        ClusterObserved observed = (ClusterObserved) event.data();
        // Numbers of an owner count all its reports of a partition: these leave room for those of other clusters.
        ObservationSequence sequence = new ObservationSequence(
                observed.sequence().term(), observed.sequence().counter() + (long) number * CLUSTERS);
        return new Event<>(
                EventIds.of("observation", event.subject(), sequence.term(), sequence.counter()),
                event.source(),
                event.type(),
                event.subject(),
                event.time(),
                null,
                null,
                new ClusterObserved(
                        observed.cluster(),
                        sequence,
                        observed.reached(),
                        observed.reason(),
                        observed.message(),
                        observed.interval(),
                        observed.targets()));
    }

    /** The evaluator has answered every report. */
    private void awaitReports() {
        await().atMost(Scenario.PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertTrue(environment.topics().on(Topic.HEALTH).stream()
                                .filter(record -> record.is(EventType.CLUSTER_REPORTED))
                                .count()
                        >= REPORTS));
    }

    private Map<String, Object> web(String version) {
        return scenario.document(
                List.of(scenario.stage("one", 1, 2, 3, 4, 5, 6).rollout("progressDeadline", "10m")),
                List.of(Manifests.deployment(scenario.namespace(), "web", version, PodBehaviour.READY)));
    }
}
