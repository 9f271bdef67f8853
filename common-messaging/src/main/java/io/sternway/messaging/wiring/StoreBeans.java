package io.sternway.messaging.wiring;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration;
import io.agroal.api.security.SimplePassword;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.sternway.messaging.TopicGate;
import io.sternway.messaging.relay.ConnectionSource;
import io.sternway.messaging.relay.OutboxRelay;
import io.sternway.messaging.relay.ProducerSource;
import io.sternway.messaging.relay.RelaySettings;
import io.sternway.messaging.relay.ShardProducers;
import io.sternway.messaging.store.AfterCommit;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.DatabaseClock;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.Properties;
import org.postgresql.Driver;

/** What a service with a database has: inbox, outbox with its relay, and positions. */
@ApplicationScoped
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
public class StoreBeans {

    private static final int LAST = 3000;

    void start(@Observes StartupEvent event, TopicGate gate, OutboxRelay relay, Housekeeping housekeeping) {
        housekeeping.start();
        gate.whenOpen(relay::start);
    }

    void stop(@Observes @Priority(LAST) ShutdownEvent event, OutboxRelay relay, Housekeeping housekeeping) {
        housekeeping.close();
        relay.close();
    }

    @Produces
    @Singleton
    Inbox inbox(AgroalDataSource dataSource) {
        return new Inbox(dataSource);
    }

    @Produces
    @Singleton
    ConsumerPositions positions(AgroalDataSource dataSource) {
        return new ConsumerPositions(dataSource);
    }

    @Produces
    @Singleton
    DatabaseClock clock(AgroalDataSource dataSource) {
        return new DatabaseClock(dataSource);
    }

    @Produces
    @Singleton
    Outbox outbox(
            MessagingConfig config,
            AgroalDataSource dataSource,
            TransactionSynchronizationRegistry transactions,
            OutboxRelay relay) {
        return new Outbox(dataSource, config.outbox().shards(), new AfterCommit<>(transactions, relay::ring));
    }

    @Produces
    @Singleton
    OutboxRelay relay(
            MessagingConfig config,
            AgroalDataSource dataSource,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            MeterRegistry meters) {
        MessagingConfig.OutboxSettings outbox = config.outbox();
        RelaySettings settings = new RelaySettings(
                config.service(),
                outbox.shards(),
                outbox.batchRows(),
                outbox.batchBytes(),
                outbox.pollInterval(),
                outbox.lease());
        ProducerSource producers = new ShardProducers(kafka);
        return new OutboxRelay(settings, dataSource, session(dataSource, config), producers, new RelayMetrics(meters));
    }

    @Produces
    @Singleton
    Housekeeping housekeeping(MessagingConfig config, Inbox inbox, MeterRegistry meters) {
        return new Housekeeping(inbox, config.inbox().retention(), meters);
    }

    /** Connections like the pool's, but not the pool's. */
    private static ConnectionSource session(AgroalDataSource dataSource, MessagingConfig config) {
        return () -> {
            AgroalConnectionFactoryConfiguration factory =
                    dataSource.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
            Properties properties = new Properties();
            properties.putAll(factory.jdbcProperties());
            if (factory.principal() != null) {
                properties.setProperty("user", factory.principal().getName());
            }
            for (Object credential : factory.credentials()) {
                if (credential instanceof SimplePassword password) {
                    properties.setProperty("password", password.getWord());
                }
            }
            properties.setProperty("connectTimeout", "5");
            properties.setProperty("tcpKeepAlive", "true");
            properties.setProperty("ApplicationName", config.service() + "-outbox");
            return new Driver().connect(factory.jdbcUrl(), properties);
        };
    }
}
