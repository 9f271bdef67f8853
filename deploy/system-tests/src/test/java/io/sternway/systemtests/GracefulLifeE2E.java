package io.sternway.systemtests;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.Topic;
import io.sternway.sandbox.stack.Service;
import io.sternway.sandbox.stack.ServiceProcess;
import io.sternway.sandbox.stack.Topics;
import io.sternway.systemtests.content.Manifests;
import io.sternway.systemtests.content.PodBehaviour;
import io.sternway.systemtests.environment.BrokerAndDatabase;
import io.sternway.systemtests.environment.SimulatedEnvironment;
import io.sternway.systemtests.scenario.Outcome;
import io.sternway.systemtests.scenario.Scenario;
import io.sternway.vocabulary.AuditType;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Graceful life: every service ends, waits and starts as it should, on a stack of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GracefulLifeE2E {

    /** A service drains within 10 s; the rest is for a machine on which everything runs side by side. */
    private static final Duration DRAIN = Duration.ofSeconds(10 + 15);
    /** Sessions outlast every wait below: a group that is empty earlier was left, not lost. */
    private static final Duration SESSION = Duration.ofMinutes(15);

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int ASKED_TO_END = 128 + 15;
    private static final int COMPLAINTS_A_MINUTE = 15;
    private static final Map<Service, List<String>> GROUPS = Map.of(
            Service.PROMOTION_SERVICE,
            List.of("promotion-service-clusters", "promotion-service-targets", "promotion-service-requests"),
            Service.ROLLBACK_EXECUTOR,
            List.of("rollback-executor-commands"),
            Service.ROLLOUT_WATCHER,
            List.of("sternway-rollout-watcher"),
            Service.HEALTH_EVALUATOR,
            List.of("sternway-health-evaluator"));

    private final HttpClient http = HttpClient.newHttpClient();
    private SimulatedEnvironment environment;
    private BrokerAndDatabase dependencies;
    private Scenario scenario;

    @BeforeAll
    void start() {
        String millis = Long.toString(SESSION.toMillis());
        environment = SimulatedEnvironment.own(
                "graceful",
                Map.of(
                        "sternway.watcher.session-timeout", SESSION.toString(),
                        "kafka-streams.consumer.session.timeout.ms", millis,
                        "sternway.messaging.session-timeout", SESSION.toString()));
        dependencies = new BrokerAndDatabase(environment.stack());
        scenario = Scenario.on(environment, "graceful", 6);
    }

    @AfterAll
    void stop() {
        environment.close();
    }

    @Test
    @Order(1)
    @DisplayName("Rolling upgrade: while a newer version has expanded the schema, this one goes on")
    void a_newer_version_has_expanded_the_schema() {
        scenario.publish(web("1"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(1), scenario::inShort);
        dependencies.expandAsNewerVersion("promotion");
        dependencies.expandAsNewerVersion("executor");
        scenario.publish(web("2"));
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(2), scenario::inShort);
        Outcome.assertServes(scenario, "web", "2", 1, 2, 3, 4, 5, 6);
    }

    @Test
    @Order(2)
    @DisplayName("Asked to end in the middle of work: ends, leaves its groups, and holds no lease and no lock")
    void asked_to_end_in_the_middle_of_work() {
        allClusters(1_500);
        scenario.publish(web("3"));
        await().atMost(LONG)
                .until(() -> !dependencies
                        .query("select key from executor.target where lease_owner is not null")
                        .isEmpty());

        end(Service.ROLLBACK_EXECUTOR);
        assertEquals(
                List.of(),
                dependencies.query("select key from executor.target where lease_owner is not null"),
                "targets that were not handed back");
        end(Service.PROMOTION_SERVICE);
        end(Service.ROLLOUT_WATCHER);
        end(Service.HEALTH_EVALUATOR);
        await().atMost(LONG)
                .untilAsserted(() -> assertEquals(
                        List.of(),
                        dependencies.query(
                                "select classid || '/' || objid from pg_locks where locktype = 'advisory'")));
    }

    @Test
    @Order(3)
    @DisplayName("Started before broker and database: lives, waits, says what is missing, and goes on by itself")
    void started_before_everything_that_it_needs() throws IOException {
        services().stream().filter(ServiceProcess::isAlive).forEach(service -> service.end(DRAIN));
        dependencies.deleteTopic(Topic.DEAD_LETTERS);
        dependencies.set(Topic.DEPLOYMENTS, "cleanup.policy", "delete");
        environment.stack().broker().close();
        environment.stack().database().close();
        long started = System.nanoTime();
        Map<ServiceProcess, Long> said = new HashMap<>();
        for (ServiceProcess service : services()) {
            said.put(service, complaints(service));
            service.restart();
        }
        services().forEach(this::awaitLiveAndNotReady);

        environment.stack().database().start();
        environment.stack().broker().start();
        for (ServiceProcess service : services()) {
            await(service.service().module()).atMost(LONG).untilAsserted(() -> {
                String health = health(service, "ready").body();
                assertTrue(health.contains("sternway.dead-letters: existence is missing"), health);
                assertTrue(health.contains("sternway.deployments: cleanup.policy is delete"), health);
            });
        }
        services().forEach(this::awaitLiveAndNotReady);

        dependencies.set(Topic.DEPLOYMENTS, "cleanup.policy", "compact");
        Topics.create(environment.stack().broker().bootstrapServers());
        for (ServiceProcess service : services()) {
            await(service.service().module())
                    .atMost(LONG)
                    .untilAsserted(() -> assertEquals(
                            200,
                            health(service, "ready").statusCode(),
                            () -> service.service().module() + " is not ready: "
                                    + health(service, "ready").body()));
        }
        long minutes = Duration.ofNanos(System.nanoTime() - started).toMinutes() + 1;
        for (ServiceProcess service : services()) {
            long more = complaints(service) - said.getOrDefault(service, 0L);
            assertTrue(
                    more <= COMPLAINTS_A_MINUTE * minutes,
                    () -> service.service().module() + " complained " + more + " times in " + minutes + " min");
        }
        allClusters(0);
        assertEquals(AuditType.RunSucceeded, scenario.awaitRunEnd(3), scenario::inShort);
    }

    @Test
    @Order(4)
    @DisplayName("Asked to end while broker and database are away: lives until then, and ends")
    void asked_to_end_while_everything_is_away() {
        environment.stack().broker().close();
        environment.stack().database().close();
        for (ServiceProcess service : services()) {
            assertEquals(
                    200, health(service, "live").statusCode(), service.service().module());
        }
        for (Service service : Service.values()) {
            endMeasured(service);
        }
    }

    private List<ServiceProcess> services() {
        return List.copyOf(environment.stack().services().values());
    }

    private void end(Service service) {
        endMeasured(service);
        for (String group : GROUPS.getOrDefault(service, List.of())) {
            await(group).atMost(LONG).untilAsserted(() -> assertEquals(0, dependencies.members(group)));
        }
    }

    private void endMeasured(Service service) {
        long asked = System.nanoTime();
        assertEquals(ASKED_TO_END, environment.stack().service(service).end(DRAIN), service.module());
        System.out.printf(
                "%s ended after %d ms%n",
                service.module(), Duration.ofNanos(System.nanoTime() - asked).toMillis());
    }

    private void awaitLiveAndNotReady(ServiceProcess service) {
        await(service.service().module()).atMost(LONG).ignoreExceptions().untilAsserted(() -> {
            assertEquals(200, health(service, "live").statusCode());
            assertEquals(503, health(service, "ready").statusCode());
        });
    }

    private HttpResponse<String> health(ServiceProcess service, String probe) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.healthUrl() + "/" + probe))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(service.service().module() + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Lines of its log that complain. */
    private static long complaints(ServiceProcess service) throws IOException {
        try (var lines = Files.lines(service.log())) {
            return lines.filter(line -> line.matches(".*(\"level\":\"(WARN|ERROR|FATAL)\"| (WARN|ERROR|FATAL) ).*"))
                    .count();
        }
    }

    private void allClusters(int delayMillis) {
        IntStream.rangeClosed(1, 6)
                .forEach(number -> environment.faults(scenario.cluster(number)).delayMillis(delayMillis));
    }

    private Map<String, Object> web(String version) {
        return scenario.document(
                List.of(scenario.stage("one", 1, 2, 3, 4, 5, 6).rollout("progressDeadline", "10m")),
                List.of(Manifests.deployment(scenario.namespace(), "web", version, PodBehaviour.READY)));
    }
}
