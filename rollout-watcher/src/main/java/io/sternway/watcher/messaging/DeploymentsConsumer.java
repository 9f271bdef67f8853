package io.sternway.watcher.messaging;

import io.sternway.events.TargetDeployment;
import io.sternway.events.TargetRef;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Received;
import io.sternway.watcher.app.poll.WatchPartitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Owns partitions of deployments through a consumer group, and reads each from its beginning whenever it comes to it:
 * the compacted topic is the watch list (H1, H5). Nothing is committed.
 */
public final class DeploymentsConsumer implements ConsumerRebalanceListener {

    private static final Logger LOG = Logger.getLogger(DeploymentsConsumer.class);
    private static final String TOPIC = Topic.DEPLOYMENTS.topicName();
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration BROKER = Duration.ofSeconds(2);
    private static final Duration LEAVE = Duration.ofSeconds(2);
    private static final long UNMEASURED = -1;

    private final Consumer<byte[], byte[]> consumer;
    private final WatchPartitions partitions;
    private final DeadLetterReports unreadable;
    private final OnceAMinute complaints = new OnceAMinute();
    private final Map<TopicPartition, Long> loading = new HashMap<>();
    private volatile boolean stopped;
    private volatile boolean joined;

    /**
     * @param consumer a new consumer of a group, which does not commit; it is closed at the end
     */
    public DeploymentsConsumer(
            Consumer<byte[], byte[]> consumer, WatchPartitions partitions, DeadLetterReports unreadable) {
        this.consumer = consumer;
        this.partitions = partitions;
        this.unreadable = unreadable;
    }

    /**
     * Reads until it is stopped, on the caller's thread.
     *
     * @param wentRound is told each time the broker was asked, whatever it answered
     */
    public void run(Runnable wentRound) {
        try {
            consumer.subscribe(List.of(TOPIC), this);
            while (!stopped) {
                wentRound.run();
                poll();
            }
        } catch (WakeupException e) {
            // Stopped.
        } finally {
            joined = false;
            consumer.close(CloseOptions.timeout(LEAVE));
        }
    }

    /** Ends it; its partitions are left. */
    public void stop() {
        stopped = true;
        consumer.wakeup();
    }

    /** Whether it is a member of its group, be it with partitions or as a spare without. */
    public boolean isJoined() {
        return joined;
    }

    private void poll() {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (ConsumerRecord<byte[], byte[]> record : records) {
                takeOrSkip(record);
            }
            finishLoading();
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            complaints.say("poll", () -> LOG.warnf("deployments cannot be read: failure=%s", e));
            pause();
        }
    }

    /** A fault of ours in one record must not hide all others. */
    private void takeOrSkip(ConsumerRecord<byte[], byte[]> record) {
        Received received = CloudEvents.read(record);
        try {
            take(record, received);
        } catch (RuntimeException e) {
            unreadable.failed(record, received.origin(), e);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Received received) {
        if (received instanceof Received.Tombstone tombstone) {
            TargetRef target = key(tombstone.origin().key());
            if (target != null) {
                partitions.remove(
                        record.partition(),
                        target.cluster(),
                        target.promotionRef().key());
            }
        } else if (received instanceof Received.Known known
                && known.event().data() instanceof TargetDeployment deployment) {
            partitions.put(
                    record.partition(),
                    deployment.cluster(),
                    deployment.target().promotionRef().key(),
                    DeploymentMapper.target(deployment),
                    Instant.ofEpochMilli(record.timestamp()));
        } else if (received instanceof Received.Undecodable undecodable) {
            unreadable.undecodable(record, undecodable);
        } else {
            unreadable.unknownType(received.getClass().getSimpleName());
        }
    }

    private static @Nullable TargetRef key(@Nullable String key) {
        try {
            return key == null ? null : TargetRef.ofKey(key);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** A partition is loaded when it has been read up to where it ended after it was assigned. */
    private void finishLoading() {
        Set<TopicPartition> unmeasured = new HashSet<>(loading.keySet());
        unmeasured.removeIf(partition -> !Objects.equals(loading.get(partition), UNMEASURED));
        if (!unmeasured.isEmpty()) {
            loading.putAll(consumer.endOffsets(unmeasured, BROKER));
        }
        for (Iterator<Map.Entry<TopicPartition, Long>> it = loading.entrySet().iterator(); it.hasNext(); ) {
            Map.Entry<TopicPartition, Long> entry = it.next();
            if (consumer.position(entry.getKey(), BROKER) >= entry.getValue()) {
                int count = consumer.partitionsFor(TOPIC, BROKER).size();
                it.remove();
                partitions.loaded(entry.getKey().partition(), count);
            }
        }
    }

    /**
     * Only what is new; nothing is, where a rebalance concerned others. Asks the broker nothing, since a failure in here
     * would leave a partition owned and never read.
     */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> changed) {
        joined = true;
        if (!changed.isEmpty()) { // to Kafka, none means all
            consumer.seekToBeginning(changed);
        }
        for (TopicPartition partition : changed) {
            partitions.assigned(partition.partition());
            loading.put(partition, UNMEASURED);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> changed) {
        for (TopicPartition partition : changed) {
            loading.remove(partition);
            partitions.revoked(partition.partition());
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> changed) {
        joined = false;
        onPartitionsRevoked(changed);
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        }
    }
}
