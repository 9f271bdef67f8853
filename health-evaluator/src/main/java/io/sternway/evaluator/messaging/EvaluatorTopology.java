package io.sternway.evaluator.messaging;

import io.sternway.evaluator.domain.health.Cluster;
import io.sternway.evaluator.domain.health.Target;
import io.sternway.events.ClusterPartitioner;
import io.sternway.events.Topic;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Deployments and observations, both partitioned by cluster, into health, partitioned by the same function: a
 * ClusterReported comes after all news of its cluster's targets.
 */
public final class EvaluatorTopology {

    private EvaluatorTopology() {}

    /** The topology; it has no configuration of its own. */
    public static Topology build() {
        Topology topology = new Topology();
        topology.addSource(
                "deployments", new StringDeserializer(), new ByteArrayDeserializer(), Topic.DEPLOYMENTS.topicName());
        topology.addSource(
                "observations", new StringDeserializer(), new ByteArrayDeserializer(), Topic.OBSERVATIONS.topicName());
        topology.addProcessor(HealthProcessor.NAME, HealthProcessor::new, "deployments", "observations");
        topology.addStateStore(
                store(HealthTask.TARGETS, Serdes.String(), StateSerde.of(Target.class)), HealthProcessor.NAME);
        topology.addStateStore(
                store(HealthTask.CLUSTERS, Serdes.String(), StateSerde.of(Cluster.class)), HealthProcessor.NAME);
        topology.addStateStore(store(HealthTask.TERMS, Serdes.Integer(), Serdes.Long()), HealthProcessor.NAME);
        topology.addSink(
                EventSinks.HEALTH,
                Topic.HEALTH.topicName(),
                new StringSerializer(),
                new ByteArraySerializer(),
                byCluster(),
                HealthProcessor.NAME);
        topology.addSink(
                EventSinks.DEAD_LETTERS,
                Topic.DEAD_LETTERS.topicName(),
                new StringSerializer(),
                new ByteArraySerializer(),
                HealthProcessor.NAME);
        return topology;
    }

    private static StreamPartitioner<String, byte[]> byCluster() {
        return (topic, key, value, partitions) ->
                Optional.of(Set.of(ClusterPartitioner.partition(key.split("/", 2)[0], partitions)));
    }

    /** In memory with a changelog: a fleet's state is some tens of megabytes, and a start takes half as long. */
    private static <K, V> StoreBuilder<KeyValueStore<K, V>> store(String name, Serde<K> key, Serde<V> value) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), key, value);
    }
}
