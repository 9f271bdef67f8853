package io.sternway.executor.kubernetes;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.JsonNode;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.sternway.clusters.ClusterClients;
import io.sternway.events.EventJson;
import io.sternway.executor.Fleet;
import io.sternway.executor.Promoter;
import io.sternway.executor.app.Delivery.Content;
import io.sternway.executor.domain.content.Fields;
import io.sternway.executor.domain.content.Owner;
import io.sternway.executor.domain.target.Attempt;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** How fast many clusters are rolled back, beside the bare calls; run by hand with {@code -Dsternway.rate=true}. */
@QuarkusTest
@WithTestResource(KafkaAndPostgres.class)
@WithTestResource(Fleet.class)
@NullUnmarked
@EnabledIfSystemProperty(named = "sternway.rate", matches = "true")
class RollbackRateIT {
    private static final Logger LOG = Logger.getLogger(RollbackRateIT.class);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int ROUNDS = 4;
    private static final int WORKERS = 32;

    @KafkaAndPostgres.Running
    EmbeddedKafka kafka;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    ClusterClients clients;

    @Test
    @Tag("B4")
    @DisplayName("B4 the rate of rolling back many clusters, of the delivery alone, and of its writes alone")
    void rate() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        ExecutorService calls = Executors.newFixedThreadPool(WORKERS * 8);
        try (Promoter promoter = new Promoter(kafka.bootstrapServers())) {
            String[] clusters = Fleet.names().toArray(String[]::new);
            List<JsonNode> good = content(promoter.promotion, "1");
            List<JsonNode> bad = content(promoter.promotion, "2");
            promoter.publish(1, good);
            promoter.publish(2, bad);
            KubernetesDelivery delivery = new KubernetesDelivery(
                    name -> new FabricClusterApi(clients, name, Duration.ofSeconds(30)), calls, 8);
            Owner owner = new Owner("payments", "bare");
            long epoch = 0;
            for (int round = 0; round < ROUNDS; round++) {
                boolean odd = round % 2 == 1;
                double ours = rate(clusters.length, () -> {
                    long wanted =
                            odd ? promoter.rollback(1, good, LONG, clusters) : promoter.deploy(2, bad, LONG, clusters);
                    await().pollInterval(Duration.ofMillis(20))
                            .atMost(LONG)
                            .until(() -> applied(promoter.promotion, wanted) == clusters.length);
                });
                long next = ++epoch;
                double alone = rate(
                        clusters.length,
                        () -> each(threads, clusters, cluster -> {
                            Content content = new Content(
                                    owner,
                                    cluster,
                                    next,
                                    odd ? 1 : 2,
                                    objects(content("bare", odd ? "1" : "2")),
                                    odd,
                                    false,
                                    List.of(),
                                    false);
                            assertInstanceOf(Attempt.Done.class, delivery.apply(content, Space.ALWAYS));
                        }));
                double writes = rate(
                        clusters.length,
                        () -> each(threads, clusters, cluster -> {
                            FabricClusterApi api = new FabricClusterApi(clients, cluster, Duration.ofSeconds(30));
                            for (Map<String, Object> object : objects(content("writes", odd ? "1" : "2"))) {
                                String kind = "Deployment".equals(object.get("kind"))
                                        ? "/apis/apps/v1/namespaces/default/deployments/"
                                        : "/api/v1/namespaces/default/configmaps/";
                                assertInstanceOf(
                                        ClusterApi.Ok.class,
                                        api.apply(
                                                kind + Fields.text(object, "", "metadata", "name"),
                                                object,
                                                "bare",
                                                true,
                                                false));
                            }
                        }));
                LOG.infof(
                        "RATE round=%d rollback=%s executor=%.1f/s delivery=%.1f/s writes=%.1f/s"
                                + " executor/delivery=%.2f executor/writes=%.2f",
                        round, odd, ours, alone, writes, ours / alone, ours / writes);
            }
        } finally {
            threads.shutdownNow();
            calls.shutdownNow();
        }
    }

    private static double rate(int count, ThrowingRunnable work) throws Exception {
        long began = System.nanoTime();
        work.run();
        return count * 1e9 / (System.nanoTime() - began);
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    private static void each(ExecutorService threads, String[] clusters, Consumer<String> work)
            throws InterruptedException, ExecutionException {
        List<Future<?>> running = new ArrayList<>();
        for (String cluster : clusters) {
            running.add(threads.submit(() -> work.accept(cluster)));
        }
        for (Future<?> one : running) {
            one.get();
        }
    }

    private int applied(String promotion, long firstEpoch) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "select count(*) from executor.target where promotion = ? and epoch >= ? and outcome ="
                                + " 'APPLIED'")) {
            statement.setString(1, promotion);
            statement.setLong(2, firstEpoch);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static List<Map<String, Object>> objects(List<JsonNode> nodes) {
        List<Map<String, Object>> objects = new ArrayList<>();
        nodes.forEach(node -> objects.add(EventJson.mapper().convertValue(node, StatusReader.OBJECT)));
        return objects;
    }

    private static List<JsonNode> content(String name, String version) {
        List<JsonNode> content = new ArrayList<>();
        for (Map<String, Object> object : Cluster.objects(Manifests.deployment(name, "web:" + version)
                .replace("NS", "default")
                .concat(Manifests.configMap(name, version).replace("NS", "default")))) {
            content.add(EventJson.mapper().valueToTree(object));
        }
        return content;
    }
}
