package io.sternway.messaging.wiring;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A commit behind what was stored")
class RepeatedCommitTest {

    private static final TopicPartition FIRST = new TopicPartition("requests", 0);
    private static final TopicPartition OTHER = new TopicPartition("requests", 1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> tried = new CopyOnWriteArrayList<>();
    private volatile boolean away;
    private final RepeatedCommit commits = new RepeatedCommit(consumer());

    @Test
    @DisplayName("is made once")
    void isMadeOnce() {
        commits.partitionsAssigned(List.of(FIRST, OTHER));
        store(FIRST, 4);
        store(OTHER, 9);
        assertEquals(List.of("requests-0 to 5", "requests-1 to 10"), tried);
    }

    @Test
    @DisplayName("is repeated until the broker takes it")
    void isRepeatedUntilTheBrokerTakesIt() {
        commits.partitionsAssigned(List.of(FIRST));
        away = true;
        store(FIRST, 4);
        await().atMost(LONG).until(() -> tried.size() >= 3);
        away = false;
        int before = tried.size();
        await().atMost(LONG).until(() -> tried.size() > before);
        assertEquals(List.of("requests-0 to 5"), tried.stream().distinct().toList());
    }

    @Test
    @DisplayName("is not repeated behind a later one, which would set the group back")
    void isNotRepeatedBehindALaterOne() {
        commits.partitionsAssigned(List.of(FIRST));
        away = true;
        store(FIRST, 4);
        store(FIRST, 5);
        int before = tried.size();
        await().atMost(LONG).until(() -> tried.size() >= before + 3);
        List<String> repeated = tried.subList(before, before + 3);
        assertEquals(List.of("requests-0 to 6"), repeated.stream().distinct().toList());
    }

    @Test
    @DisplayName("is not made for a partition that is another's meanwhile")
    void isNotMadeForAPartitionThatIsAnothers() {
        commits.partitionsAssigned(List.of(FIRST, OTHER));
        commits.partitionsRevoked(List.of(FIRST));
        store(FIRST, 4);
        assertEquals(List.of(), tried);
    }

    @Test
    @DisplayName("is not repeated for a partition that is another's meanwhile")
    void isNotRepeatedForAPartitionThatIsAnothers() {
        commits.partitionsAssigned(List.of(FIRST, OTHER));
        away = true;
        store(FIRST, 4);
        store(OTHER, 9);
        commits.partitionsRevoked(List.of(FIRST));
        int before = tried.size();
        await().atMost(LONG).until(() -> tried.size() >= before + 3);
        List<String> repeated = tried.subList(before, before + 3);
        assertEquals(List.of("requests-1 to 10"), repeated.stream().distinct().toList());
    }

    private void store(TopicPartition partition, long offset) {
        IncomingKafkaRecord<String, String> stored = new IncomingKafkaRecord<>(
                new ConsumerRecord<>(partition.topic(), partition.partition(), offset, "key", "value"),
                "requests",
                0,
                commits,
                null,
                false);
        commits.handle(stored).await().atMost(LONG);
    }

    private KafkaConsumer<?, ?> consumer() {
        return (KafkaConsumer<?, ?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KafkaConsumer.class}, (proxy, method, arguments) -> {
                    Map<?, ?> offsets = (Map<?, ?>) arguments[0];
                    return Uni.createFrom().emitter(answer -> {
                        offsets.forEach((partition, offset) ->
                                tried.add(partition + " to " + ((OffsetAndMetadata) offset).offset()));
                        if (away) {
                            answer.fail(new RetriableCommitFailedException("the broker is away"));
                        } else {
                            answer.complete(null);
                        }
                    });
                });
    }
}
