package io.sternway.systemtests.history.check;

import io.sternway.events.Topic;
import io.sternway.systemtests.environment.TopicRecorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far services have come with the topics that they consume through channels: their groups commit what is stored. A
 * channel commits behind a record and not behind the marker of its transaction, so records are counted and not ends.
 */
final class ChannelGroups {
    private static final Map<Topic, String> GROUPS = Map.of(
            Topic.REQUESTS, "promotion-service-requests",
            Topic.COMMANDS, "rollback-executor-commands");

    private final Admin admin;
    private final TopicRecorder topics;

    ChannelGroups(Admin admin, TopicRecorder topics) {
        this.admin = admin;
        this.topics = topics;
    }

    /** Partitions of which a record before these ends is not yet committed. */
    List<String> behind(Map<TopicPartition, Long> ends) {
        List<String> behind = new ArrayList<>();
        GROUPS.forEach((topic, group) -> {
            Map<TopicPartition, Long> committed = committed(group);
            last(topic, ends).forEach((partition, offset) -> {
                long next = committed.getOrDefault(partition, 0L);
                if (next <= offset) {
                    behind.add(group + " has read " + partition + " to " + next + ", not beyond " + offset);
                }
            });
        });
        return behind;
    }

    private Map<TopicPartition, Long> last(Topic topic, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> last = new HashMap<>();
        topics.on(topic).forEach(record -> {
            TopicPartition partition = new TopicPartition(topic.topicName(), record.partition());
            if (record.offset() < ends.getOrDefault(partition, 0L)) {
                last.merge(partition, record.offset(), Math::max);
            }
        });
        return last;
    }

    private Map<TopicPartition, Long> committed(String group) {
        try {
            Map<TopicPartition, Long> committed = new HashMap<>();
            for (Map.Entry<TopicPartition, OffsetAndMetadata> position : admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .entrySet()) {
                if (position.getValue() != null) {
                    committed.put(position.getKey(), position.getValue().offset());
                }
            }
            return committed;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the group " + group + " cannot be asked", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
