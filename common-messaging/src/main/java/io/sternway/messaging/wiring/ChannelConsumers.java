package io.sternway.messaging.wiring;

import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.ClientCustomizer;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.Config;

/** The Kafka consumers behind channels: gives them the settings of all our consumers, and knows which are in their groups. */
@ApplicationScoped
@Default
@Identifier("sternway")
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
public class ChannelConsumers implements ClientCustomizer<Map<String, Object>>, KafkaConsumerRebalanceListener {

    private final MessagingConfig messaging;
    private final Map<String, String> groups = new ConcurrentHashMap<>();
    private final Set<String> joined = ConcurrentHashMap.newKeySet();

    @Inject
    ChannelConsumers(MessagingConfig messaging) {
        this.messaging = messaging;
    }

    @Override
    public Map<String, Object> customize(String channel, Config channelConfig, Map<String, Object> settings) {
        String group = String.valueOf(settings.get(ConsumerConfig.GROUP_ID_CONFIG));
        groups.put(channel, group);
        // SmallRye wants texts.
        ConsumerSettings.of(messaging, group).forEach((key, value) -> settings.put(key, String.valueOf(value)));
        return settings;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        joined.add(consumer.groupMetadata().groupId());
    }

    /** SmallRye tells of lost partitions as of revoked ones; only who has lost them has no generation any more. */
    @Override
    public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (consumer.groupMetadata().generationId() < 0) {
            joined.remove(consumer.groupMetadata().groupId());
        }
    }

    /** Whether the channel's consumer is a member of its group, be it with partitions or as a spare without. */
    boolean isJoined(String channel) {
        String group = groups.get(channel);
        return group != null && joined.contains(group);
    }
}
