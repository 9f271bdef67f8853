package io.sternway.promotion.messaging;

import io.sternway.events.Topic;
import io.sternway.messaging.BrokerUnavailableException;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.promotion.app.CatchUp;
import io.sternway.promotion.config.PromotionConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/** Compares the ends of health and deployments, read_committed, with the positions that the consumers have stored. */
@ApplicationScoped
public class KafkaCatchUp implements CatchUp {

    private static final Logger LOG = Logger.getLogger(KafkaCatchUp.class);
    private static final List<String> TOPICS = List.of(Topic.HEALTH.topicName(), Topic.DEPLOYMENTS.topicName());

    private final EndOffsets endOffsets;
    private final ConsumerPositions positions;
    private final PromotionConfig.CatchUp config;

    KafkaCatchUp(EndOffsets endOffsets, ConsumerPositions positions, PromotionConfig config) {
        this.endOffsets = endOffsets;
        this.positions = positions;
        this.config = config.catchUp();
    }

    @Override
    public boolean await(Set<Integer> partitions) {
        Set<TopicPartition> asked = new HashSet<>();
        for (String topic : TOPICS) {
            partitions.forEach(partition -> asked.add(new TopicPartition(topic, partition)));
        }
        Map<TopicPartition, Long> ends;
        try {
            ends = endOffsets.read(asked);
        } catch (BrokerUnavailableException e) {
            LOG.debugf(e, "no proof, the broker is away");
            return false;
        }
        long giveUp = System.nanoTime() + config.patience().toNanos();
        while (!ConsumerPositions.reached(positions.read(TOPICS), ends)) {
            if (System.nanoTime() >= giveUp) {
                return false;
            }
            try {
                Thread.sleep(config.look().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }
}
