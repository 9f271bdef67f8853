package io.sternway.messaging.wiring;

import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.EndOffsets;
import io.sternway.messaging.TopicCheck;
import io.sternway.messaging.TopicGate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/** What every service has: the gate before its topics, and end offsets. */
@ApplicationScoped
public class MessagingBeans {

    private static final Backoff GATE = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));

    void start(@Observes StartupEvent event, TopicGate gate) {
        gate.start();
    }

    void stop(@Observes ShutdownEvent event, TopicGate gate) {
        gate.close();
    }

    @Produces
    @Singleton
    @DefaultBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    @DefaultBean
    Admin admin(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return Admin.create(new HashMap<>(kafka));
    }

    void close(@Disposes Admin admin) {
        admin.close(Duration.ofSeconds(2));
    }

    @Produces
    @Singleton
    TopicGate gate(MessagingConfig config, Instance<Admin> admin) {
        Set<io.sternway.events.Topic> topics = config.topics().orElse(Set.of());
        // The client is made with each look until it can be: a broker that starts later may have no address yet.
        return new TopicGate(
                () -> topics.isEmpty() ? List.of() : new TopicCheck(admin.get(), config.brokerTimeout()).check(topics),
                GATE);
    }

    @Produces
    @Singleton
    EndOffsets endOffsets(MessagingConfig config, Instance<Admin> admin) {
        return new EndOffsets(admin::get, config.brokerTimeout());
    }
}
