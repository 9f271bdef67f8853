package io.sternway.sandbox.stack;

import io.sternway.events.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Creates the topics as deployment does: what {@link Topic} says, with one replica. */
public final class Topics {

    private Topics() {}

    /** Creates those that are missing. */
    public static void create(String bootstrapServers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            Set<String> existing = admin.listTopics().names().get();
            List<NewTopic> missing = Arrays.stream(Topic.values())
                    .filter(topic -> !existing.contains(topic.topicName()))
                    .map(topic -> new NewTopic(topic.topicName(), topic.defaultPartitions(), (short) 1)
                            .configs(topic.config()))
                    .toList();
            admin.createTopics(missing).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("topics cannot be created", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topics were created", e);
        }
    }
}
