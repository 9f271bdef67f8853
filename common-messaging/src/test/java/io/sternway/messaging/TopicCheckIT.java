package io.sternway.messaging;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sternway.events.Topic;
import io.sternway.messaging.testing.EmbeddedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Each service checks its topics at start and does nothing until they are right")
class TopicCheckIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Test
    void everyFaultIsSaidAtOnceWithTopicFoundAndExpected() throws Exception {
        try (EmbeddedKafka kafka = new EmbeddedKafka().start();
                Admin admin = kafka.admin()) {
            kafka.createTopics(Topic.HEALTH, Topic.AUDIT);
            admin.createTopics(List.of(
                            new NewTopic(Topic.DEPLOYMENTS.topicName(), 12, (short) 1)
                                    .configs(Map.of("max.message.bytes", "1000000", "cleanup.policy", "delete")),
                            new NewTopic(Topic.CLUSTERS.topicName(), 2, (short) 1).configs(Topic.CLUSTERS.config())))
                    .all()
                    .get();
            TopicCheck check = new TopicCheck(admin, TIMEOUT);
            List<Topic> topics = List.of(Topic.REQUESTS, Topic.DEPLOYMENTS, Topic.HEALTH, Topic.CLUSTERS, Topic.AUDIT);
            List<String> expected = List.of(
                    "sternway.requests: existence is missing, expected a topic with 24 partitions and"
                            + " {cleanup.policy=delete, max.message.bytes=16777216}",
                    "sternway.deployments: partitions is 12, expected 24, as the other topics that are"
                            + " partitioned by cluster have",
                    "sternway.clusters: partitions is 2, expected 1",
                    "sternway.deployments: cleanup.policy is delete, expected compact",
                    "sternway.deployments: max.message.bytes is 1000000, expected at least 4194304",
                    "sternway.deployments: message.timestamp.type is CreateTime, expected LogAppendTime",
                    "sternway.deployments: min.compaction.lag.ms is 0, expected at least 86400000");
            // A new topic is not known everywhere at once.
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertEquals(
                            expected,
                            check.check(topics).stream()
                                    .map(TopicFault::toString)
                                    .toList()));
        }
    }

    @Test
    void theGateOpensWhenTheBrokerIsThereAndTheTopicsAreCreated() {
        try (EmbeddedKafka kafka = new EmbeddedKafka();
                Admin admin = kafka.admin()) {
            TopicCheck check = new TopicCheck(admin, Duration.ofSeconds(1));
            List<Topic> topics = List.of(Topic.values());
            assertThrows(BrokerUnavailableException.class, () -> check.check(topics));
            try (TopicGate gate = new TopicGate(
                    () -> check.check(topics), new Backoff(Duration.ofMillis(100), Duration.ofMillis(500)))) {
                gate.start();
                kafka.start();
                await().atMost(Duration.ofSeconds(30)).until(() -> gate.state().contains("existence"));
                assertFalse(gate.isOpen());
                kafka.createTopics();
                await().atMost(Duration.ofSeconds(30)).until(gate::isOpen);
            }
        }
    }
}
