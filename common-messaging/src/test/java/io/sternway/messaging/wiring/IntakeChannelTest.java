package io.sternway.messaging.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.intake.Intake;
import io.sternway.messaging.intake.IntakeObserver;
import io.sternway.messaging.store.StoreException;
import io.sternway.messaging.store.Transactions;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Null-unmarked: what only ends here needs neither a broker nor tables. */
@NullUnmarked
@DisplayName("A service that stops finishes what is in hand, and gives up what cannot be stored, within seconds")
class IntakeChannelTest {

    private final CountDownLatch begun = new CountDownLatch(1);

    @Test
    void whatIsInHandIsFinished() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean stored = new AtomicBoolean();
        IntakeChannel channel = channel(() -> {
            await(end);
            stored.set(true);
        });
        CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> channel.take(batch()));
        await(begun);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(channel::close);
        end.countDown();
        closing.get();
        assertTrue(stored.get());
        taking.get();
    }

    @Test
    void whatCannotBeStoredIsGivenUpAndNotAcknowledged() {
        IntakeChannel channel = channel(() -> {
            throw new StoreException("away", new SQLTransientConnectionException("away"));
        });
        CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> channel.take(batch()));
        await(begun);
        assertTimeout(Duration.ofSeconds(5), channel::close);
        ExecutionException failure = assertThrows(ExecutionException.class, taking::get);
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals(
                "stopped before the records were stored, they will be read again",
                failure.getCause().getMessage());
    }

    private IntakeChannel channel(Runnable storing) {
        Transactions transactions = new Transactions() {
            @Override
            public <T> T in(Supplier<T> work) {
                begun.countDown();
                storing.run();
                return null;
            }
        };
        IntakeObserver quiet = new IntakeObserver() {};
        Intake intake = new Intake(
                "requests",
                batch -> {},
                new Intake.Stores("test", transactions, null, null, null),
                new Intake.Retry(new Backoff(Duration.ofMillis(10), Duration.ofMillis(50)), 3),
                quiet,
                Clock.systemUTC());
        KafkaClientService noClient = (KafkaClientService) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KafkaClientService.class}, (proxy, method, args) -> null);
        return new IntakeChannel(
                "requests", intake, quiet, new IntakeChannel.Channels(null, null, noClient, null, null));
    }

    private static ConsumerRecords<byte[], byte[]> batch() {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("sternway.requests", 0, 0, null, new byte[1]);
        return new ConsumerRecords<>(Map.of(new TopicPartition("sternway.requests", 0), List.of(record)), Map.of());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
