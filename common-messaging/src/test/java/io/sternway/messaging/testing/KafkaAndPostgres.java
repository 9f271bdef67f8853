package io.sternway.messaging.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Real Kafka with all topics of the contract, and real Postgres, in the test's process. Use:
 *
 * <pre>{@code
 * @QuarkusTest
 * @WithTestResource(KafkaAndPostgres.class)
 * class PromotionIT {
 *     @KafkaAndPostgres.Running
 *     EmbeddedKafka kafka;
 * }
 * }</pre>
 *
 * <p>It sets {@code kafka.bootstrap.servers} and the default datasource's URL, user and password. With the argument {@code
 * kafka=later} the test starts the broker, and creates the topics, itself.
 */
public final class KafkaAndPostgres implements QuarkusTestResourceLifecycleManager {

    private boolean kafkaLater;
    private @Nullable EmbeddedKafka kafka;
    private @Nullable EmbeddedPostgres postgres;

    /** A field of a test that gets the running {@link EmbeddedKafka} or {@link EmbeddedPostgres}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface Running {}

    @Override
    public void init(Map<String, String> arguments) {
        kafkaLater = "later".equals(arguments.get("kafka"));
    }

    @Override
    public Map<String, String> start() {
        EmbeddedKafka broker = new EmbeddedKafka();
        if (!kafkaLater) {
            broker.start().createTopics();
        }
        kafka = broker;
        EmbeddedPostgres database;
        try {
            database = EmbeddedPostgres.builder()
                    .setPort(FreePort.find())
                    .setPGStartupWait(Duration.ofMinutes(2))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        postgres = database;
        return Map.of(
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "quarkus.datasource.jdbc.url", database.getJdbcUrl("postgres", "postgres"),
                "quarkus.datasource.username", "postgres",
                "quarkus.datasource.password", "postgres",
                "quarkus.devservices.enabled", "false");
    }

    @Override
    public void inject(TestInjector injector) {
        if (kafka != null && postgres != null) {
            injector.injectIntoFields(
                    kafka, new TestInjector.AnnotatedAndMatchesType(Running.class, EmbeddedKafka.class));
            injector.injectIntoFields(
                    postgres, new TestInjector.AnnotatedAndMatchesType(Running.class, EmbeddedPostgres.class));
        }
    }

    @Override
    public void stop() {
        if (kafka != null) {
            kafka.close();
        }
        if (postgres != null) {
            try {
                postgres.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
