package io.sternway.promotion.testing;

import io.quarkus.test.common.WithTestResource;
import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.KafkaAndPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of the running service with real Kafka and Postgres, all of them started once for all such tests. */
@WithTestResource(KafkaAndPostgres.class)
public class Running {

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedKafka kafka;

    @KafkaAndPostgres.Running
    @Nullable
    EmbeddedPostgres postgres;

    protected PlayedServices services;

    @BeforeEach
    void play() {
        services = new PlayedServices(kafka().bootstrapServers()).start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        services.close();
    }

    /** The broker. */
    protected EmbeddedKafka kafka() {
        return Objects.requireNonNull(kafka, "injected by the test resource");
    }

    /** The service's tables. */
    protected Database database() {
        return new Database(Objects.requireNonNull(postgres, "injected by the test resource"));
    }

    /** One staging cluster and two of production, for the promotion of that name only. */
    protected void fleet(String name) {
        services.inventory(Map.of(
                name + "-s1", Map.of("set", name, "env", "staging"),
                name + "-p1", Map.of("set", name, "env", "production"),
                name + "-p2", Map.of("set", name, "env", "production")));
    }

    protected static ConditionFactory eventually() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100));
    }
}
