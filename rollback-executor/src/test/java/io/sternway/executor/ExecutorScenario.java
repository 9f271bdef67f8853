package io.sternway.executor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.agroal.api.AgroalDataSource;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.sternway.sandbox.cluster.Faults;
import io.sternway.sandbox.cluster.fleet.SimulatedFleet;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The service whole between Kafka, Postgres and simulated clusters, and a promotion of each test's own. */
abstract class ExecutorScenario {
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    static final Duration LONG = Duration.ofSeconds(60);

    @KafkaAndPostgres.Running
    EmbeddedKafka kafka;

    @Clusters.Running
    SimulatedFleet fleet;

    @Inject
    AgroalDataSource dataSource;

    Promoter promoter;

    @BeforeEach
    void open() {
        promoter = new Promoter(kafka.bootstrapServers());
    }

    @AfterEach
    void close() {
        promoter.close();
        Clusters.NAMES.forEach(name -> faults(name).clear());
    }

    int update(String sql, String key) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key);
            return statement.executeUpdate();
        }
    }

    Faults faults(String cluster) {
        return fleet.cluster(cluster).faults();
    }

    List<JsonNode> content(String image, String map) {
        String name = promoter.promotion;
        return List.of(
                yaml("""
                    {apiVersion: apps/v1, kind: Deployment, metadata: {name: NAME, namespace: default},
                     spec: {replicas: 1, selector: {matchLabels: {app: NAME}},
                      strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}},
                      template: {metadata: {labels: {app: NAME}},
                       spec: {serviceAccountName: default, containers: [{name: app, image: "web:IMAGE"}]}}}}
                    """.replace("NAME", name).replace("IMAGE", image)),
                yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "-" + map
                        + ", namespace: default}, data: {cluster: \"${cluster.name}\"}}"));
    }

    static JsonNode yaml(String text) {
        try {
            return YAML.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
