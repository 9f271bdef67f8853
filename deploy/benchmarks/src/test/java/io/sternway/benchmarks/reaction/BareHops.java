package io.sternway.benchmarks.reaction;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sternway.sandbox.stack.Stack;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * What a reaction cannot do without, one after the other on one thread, with the guarantees that the services ask for,
 * and nothing decided: the observation through the broker (acks=all), the health through the broker, a commit with what
 * follows from it, the command through the broker (transaction, read_committed), the commit that stores it, the commit
 * that takes it up, and the apply call.
 */
final class BareHops implements AutoCloseable {

    private static final String TOPIC = "bench.hops";
    private static final int BYTES = 1500;
    private static final Duration POLL = Duration.ofSeconds(1);

    private final KafkaProducer<String, byte[]> plain;
    private final KafkaProducer<String, byte[]> transactional;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Connection connection;
    private final KubernetesClient cluster;
    private final byte[] payload = new byte[BYTES];
    private long number;

    BareHops(Stack stack, KubernetesClient cluster) throws SQLException, ExecutionException, InterruptedException {
        String bootstrap = stack.broker().bootstrapServers();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
        Map<String, Object> acknowledged = Map.of("bootstrap.servers", bootstrap, "acks", "all", "linger.ms", "0");
        this.plain = new KafkaProducer<>(acknowledged, new StringSerializer(), new ByteArraySerializer());
        this.transactional = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers", bootstrap,
                        "acks", "all",
                        "linger.ms", "0",
                        "transactional.id", "bench-hops"),
                new StringSerializer(),
                new ByteArraySerializer());
        transactional.initTransactions();
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partition = List.of(new TopicPartition(TOPIC, 0));
        consumer.assign(partition);
        consumer.seekToEnd(partition);
        consumer.position(partition.get(0));
        this.connection = DriverManager.getConnection(stack.database().jdbcUrl(), "postgres", "postgres");
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "create table bench_hops (id bigint primary key, body bytea not null, step int not null)");
        }
        connection.setAutoCommit(false);
        this.cluster = cluster;
        Arrays.fill(payload, (byte) 'x');
        cluster.namespaces()
                .resource(new NamespaceBuilder()
                        .withMetadata(named(TOPIC.replace('.', '-'), null))
                        .build())
                .create();
    }

    /** Does all of it once. */
    long once() throws SQLException, ExecutionException, InterruptedException {
        number++;
        long start = System.nanoTime();
        hop();
        hop();
        commit("insert into bench_hops (id, body, step) values (?, ?, 1)", true);
        hopInTransaction();
        commit("update bench_hops set step = 2 where id = ?", false);
        commit("update bench_hops set step = 3 where id = ?", false);
        apply();
        return System.nanoTime() - start;
    }

    private void hop() throws ExecutionException, InterruptedException {
        plain.send(record()).get();
        awaitRecord();
    }

    private void hopInTransaction() throws ExecutionException, InterruptedException {
        transactional.beginTransaction();
        transactional.send(record()).get();
        transactional.commitTransaction();
        awaitRecord();
    }

    private ProducerRecord<String, byte[]> record() {
        return new ProducerRecord<>(TOPIC, Long.toString(number), payload);
    }

    private void awaitRecord() {
        while (true) {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                if (record.key().equals(Long.toString(number))) {
                    return;
                }
            }
        }
    }

    private void commit(String sql, boolean withBody) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            if (withBody) {
                statement.setBytes(2, payload);
            }
            statement.executeUpdate();
        }
        connection.commit();
    }

    private void apply() {
        Map<String, String> labels = Map.of("app", "bare");
        Deployment wanted = new DeploymentBuilder()
                .withMetadata(named("bare", TOPIC.replace('.', '-')))
                .withNewSpec()
                .withReplicas(0)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("registry.example.com/bare:" + number)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
        Objects.requireNonNull(cluster.resource(wanted)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("bench")
                        .withForce(true)
                        .build()));
    }

    private static ObjectMeta named(String name, @Nullable String namespace) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(name);
        metadata.setNamespace(namespace);
        return metadata;
    }

    @Override
    public void close() throws SQLException {
        plain.close();
        transactional.close();
        consumer.close();
        connection.close();
    }
}
