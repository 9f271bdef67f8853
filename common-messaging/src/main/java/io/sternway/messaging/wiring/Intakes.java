package io.sternway.messaging.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.providers.extension.HealthCenter;
import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.TopicGate;
import io.sternway.messaging.intake.FactConsumer;
import io.sternway.messaging.intake.Intake;
import io.sternway.messaging.intake.IntakeHandler;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.store.Transactions;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes a service's intakes; only where there is a database ({@code quarkus.datasource.db-kind} is postgresql). */
@ApplicationScoped
@IfBuildProperty(name = "quarkus.datasource.db-kind", stringValue = "postgresql")
public class Intakes {

    private static final int FIRST = 1;

    private final MessagingConfig config;
    private final Map<String, Object> kafka;
    private final TopicGate gate;
    private final Intake.Stores stores;
    private final IntakeChannel.Channels channelParts;
    private final MeterRegistry meters;
    private final Clock clock;
    private final List<IntakeChannel> channels = new CopyOnWriteArrayList<>();
    private final List<FactConsumer> consumers = new CopyOnWriteArrayList<>();

    @Inject
    Intakes(
            MessagingConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            TopicGate gate,
            Transactions transactions,
            Inbox inbox,
            Outbox outbox,
            ConsumerPositions positions,
            ChannelRegistry registry,
            KafkaClientService clients,
            HealthCenter health,
            ChannelConsumers channelConsumers,
            MeterRegistry meters,
            Clock clock) {
        this.config = config;
        this.kafka = kafka;
        this.gate = gate;
        this.meters = meters;
        this.clock = clock;
        this.stores = new Intake.Stores(config.service(), transactions, inbox, outbox, positions);
        this.channelParts = new IntakeChannel.Channels(gate, registry, clients, health, channelConsumers);
    }

    /**
     * The intake of a channel ({@code mp.messaging.incoming.<channel>.*}): its {@code @Incoming} method gives what it gets
     * to {@link IntakeChannel#take}. Nothing is polled before {@link IntakeChannel#open}.
     */
    public IntakeChannel channel(String channel, IntakeHandler handler) {
        IntakeMetrics metrics = new IntakeMetrics(meters, channel);
        IntakeChannel made = new IntakeChannel(channel, intake(channel, handler, metrics), metrics, channelParts);
        channels.add(made);
        return made;
    }

    /**
     * Reads topics on a thread of its own and stores positions, from when the topics are found right until the service
     * stops. For the topics whose positions a deadline looks at: health and deployments. The consumer group is
     * {@code <service>-<channel>}.
     */
    public void consume(String channel, Collection<Topic> topics, IntakeHandler handler) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.putAll(ConsumerSettings.of(config, config.service() + "-" + channel));
        IntakeMetrics metrics = new IntakeMetrics(meters, channel);
        FactConsumer consumer = new FactConsumer(
                channel,
                () -> new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                topics,
                intake(channel, handler, metrics),
                metrics);
        consumers.add(consumer);
        gate.whenOpen(consumer::start);
    }

    /** Consumers and channels that are in no group yet. */
    List<String> outside() {
        return names(FactConsumer::isJoined, IntakeChannel::isJoined);
    }

    /** Consumers and channels that have died or hang. */
    List<String> dead() {
        return names(FactConsumer::isAlive, IntakeChannel::isAlive);
    }

    private List<String> names(Predicate<FactConsumer> right, Predicate<IntakeChannel> rightChannel) {
        return Stream.concat(
                        consumers.stream().filter(right.negate()).map(FactConsumer::name),
                        channels.stream().filter(rightChannel.negate()).map(IntakeChannel::name))
                .toList();
    }

    void takeNothingNew(@Observes @Priority(FIRST) ShutdownEvent event) {
        consumers.forEach(FactConsumer::stop);
        channels.forEach(IntakeChannel::stop);
    }

    void stop(@Observes ShutdownEvent event) {
        Stream.concat(
                        consumers.stream().map(consumer -> (Runnable) consumer::close),
                        channels.stream().map(channel -> (Runnable) channel::close))
                .parallel()
                .forEach(Runnable::run);
    }

    private Intake intake(String channel, IntakeHandler handler, IntakeMetrics metrics) {
        Backoff backoff = new Backoff(config.retry().firstWait(), config.retry().longestWait());
        return new Intake(
                channel,
                handler,
                stores,
                new Intake.Retry(backoff, config.retry().tries()),
                metrics,
                clock);
    }
}
