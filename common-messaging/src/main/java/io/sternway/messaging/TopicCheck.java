package io.sternway.messaging;

import io.sternway.events.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Compares the topics on the broker with what {@link Topic} says: existence, partitions (equal for those partitioned by
 * cluster), and settings. Finds every fault at once. Topics are created by deployment, never here.
 */
public final class TopicCheck {

    private final Admin admin;
    private final Duration timeout;

    /**
     * @param admin a client that somebody else closes
     * @param timeout how long the broker may take to answer
     */
    public TopicCheck(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /**
     * Every fault of the topics; empty when all are right.
     *
     * @throws BrokerUnavailableException if the broker did not answer
     */
    public List<TopicFault> check(Collection<Topic> topics) {
        List<TopicFault> faults = new ArrayList<>();
        Map<Topic, Integer> partitions = partitions(topics, faults);
        comparePartitions(partitions, faults);
        compareSettings(partitions.keySet(), faults);
        return faults;
    }

    private Map<Topic, Integer> partitions(Collection<Topic> topics, List<TopicFault> faults) {
        List<String> names = topics.stream().map(Topic::topicName).toList();
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        names, new DescribeTopicsOptions().timeoutMs(timeoutMs()))
                .topicNameValues();
        Map<Topic, Integer> partitions = new TreeMap<>();
        for (Topic topic : topics) {
            try {
                partitions.put(
                        topic,
                        await(Objects.requireNonNull(answers.get(topic.topicName())))
                                .partitions()
                                .size());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw unavailable(e);
                }
                faults.add(new TopicFault(
                        topic.topicName(),
                        "existence",
                        "missing",
                        "a topic with " + topic.defaultPartitions() + " partitions and " + topic.config()));
            }
        }
        return partitions;
    }

    private static void comparePartitions(Map<Topic, Integer> partitions, List<TopicFault> faults) {
        Map<Topic, Integer> byCluster = new TreeMap<>(partitions);
        byCluster.keySet().removeIf(topic -> topic.keyedBy() != Topic.KeyedBy.CLUSTER);
        int most = byCluster.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        partitions.forEach((topic, found) -> {
            if (topic.keyedBy() == Topic.KeyedBy.SOURCE && found != topic.defaultPartitions()) {
                faults.add(new TopicFault(
                        topic.topicName(),
                        "partitions",
                        found.toString(),
                        Integer.toString(topic.defaultPartitions())));
            }
            if (byCluster.containsKey(topic) && found != most) {
                faults.add(new TopicFault(
                        topic.topicName(),
                        "partitions",
                        found.toString(),
                        most + ", as the other topics that are partitioned by cluster have"));
            }
        });
    }

    private void compareSettings(Collection<Topic> topics, List<TopicFault> faults) {
        List<ConfigResource> resources =
                topics.stream().map(TopicCheck::resource).toList();
        Map<ConfigResource, KafkaFuture<Config>> answers = admin.describeConfigs(
                        resources, new DescribeConfigsOptions().timeoutMs(timeoutMs()))
                .values();
        for (Topic topic : topics) {
            Config config;
            try {
                config = await(Objects.requireNonNull(answers.get(resource(topic))));
            } catch (ExecutionException e) {
                throw unavailable(e);
            }
            new TreeMap<>(topic.config()).forEach((setting, expected) -> {
                ConfigEntry entry = config.get(setting);
                String found = entry == null || entry.value() == null ? "not set" : entry.value();
                if (!satisfies(setting, found, expected)) {
                    faults.add(new TopicFault(topic.topicName(), setting, found, describe(setting, expected)));
                }
            });
        }
    }

    private static boolean satisfies(String setting, String found, String expected) {
        if (!isMinimum(setting)) {
            return found.equals(expected);
        }
        try {
            return Long.parseLong(found) >= Long.parseLong(expected);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String describe(String setting, String expected) {
        return isMinimum(setting) ? "at least " + expected : expected;
    }

    private static boolean isMinimum(String setting) {
        return setting.equals("max.message.bytes") || setting.equals("min.compaction.lag.ms");
    }

    private static ConfigResource resource(Topic topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic.topicName());
    }

    private <T> T await(KafkaFuture<T> answer) throws ExecutionException {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw unavailable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(e);
        }
    }

    private int timeoutMs() {
        return Math.toIntExact(timeout.toMillis());
    }

    private static BrokerUnavailableException unavailable(Exception e) {
        return new BrokerUnavailableException("the broker did not say how its topics are", e);
    }
}
