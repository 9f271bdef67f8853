package io.sternway.messaging.intake;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sternway.events.ClusterHealthChanged;
import io.sternway.events.DeadLetter;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.Received;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.testing.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What cannot be consumed now, or ever, holds nothing up and is not lost")
class IntakeFailuresIT extends IntakeScenario {

    @Test
    void whatCannotBeReadIsADeadLetterWithItsBytesAndNothingIsBlocked() throws Exception {
        consume(Topic.HEALTH, this::remember);
        byte[] garbage = "not json".getBytes(StandardCharsets.UTF_8);
        long offset = producer.send(new ProducerRecord<>(Topic.HEALTH.topicName(), 5, "eu-9", garbage))
                .get()
                .offset();
        send(new ProducerRecord<>(
                Topic.HEALTH.topicName(),
                5,
                "eu-9",
                garbage,
                CloudEvents.toHeaders(CloudEvents.headers(Samples.clusterChanged("eu-9", 1)))));
        send(new ProducerRecord<>(
                Topic.HEALTH.topicName(),
                5,
                "eu-9",
                CloudEvents.toRecord(Samples.clusterChanged("eu-9", 2), 24).value(),
                CloudEvents.toHeaders(CloudEvents.headers(Samples.clusterChanged("eu-9", 2)))));
        awaitEffects(1);
        List<DeadLetter> letters = deadLetters();
        assertEquals(
                List.of("NotACloudEvent", "InvalidData"),
                letters.stream().map(DeadLetter::reason).toList());
        assertEquals(
                "not json", new String(Base64.getDecoder().decode(letters.get(0).value()), StandardCharsets.UTF_8));
        assertEquals("eu-9", letters.get(0).key());
        assertEquals(5, letters.get(0).partition());
        assertEquals(offset, letters.get(0).offset());
        assertEquals("test", letters.get(0).consumer());
    }

    @Test
    void anUnknownTypeIsAcknowledgedAndCounted() throws Exception {
        consume(Topic.HEALTH, this::remember);
        Map<String, String> headers = new HashMap<>(CloudEvents.headers(Samples.clusterChanged("eu-1", 1)));
        headers.put("ce_type", "io.sternway.Invented.v9");
        send(new ProducerRecord<>(Topic.HEALTH.topicName(), 0, "eu-1", new byte[] {1}, CloudEvents.toHeaders(headers)));
        await().atMost(LONG).untilAsserted(() -> assertEquals(Map.of("io.sternway.Invented.v9", 1), unknown));
        awaitPositions(Topic.HEALTH);
        assertEquals(0, database.number("select count(*) from outbox"));
    }

    @Test
    @DisplayName("what broke its handler is isolated, the rest goes on in order, and it is taken when it is sent again")
    void aRecordThatBreaksItsHandlerIsIsolatedAndCanBeSentAgain() throws Exception {
        AtomicBoolean mended = new AtomicBoolean();
        for (int n = 1; n <= 40; n++) {
            send(Samples.clusterChanged("eu-1", n));
        }
        awaitSent();
        consume(Topic.HEALTH, batch -> {
            for (Received.Known known : batch.events()) {
                long number = ((ClusterHealthChanged) known.event().data()).transition();
                if (number == 13 && !mended.get()) {
                    throw new IllegalStateException("nobody expected this");
                }
                if (number == 30 && !mended.get()) {
                    throw new TerminalException("Nonsense", "thirty makes no sense");
                }
            }
            remember(batch);
        });
        awaitEffects(38);
        awaitPositions(Topic.HEALTH);
        assertEquals(
                IntStream.rangeClosed(1, 40)
                        .filter(n -> n != 13 && n != 30)
                        .mapToObj(n -> "eu-1-" + n)
                        .toList(),
                effectIds());
        List<DeadLetter> letters = deadLetters();
        assertEquals(
                List.of("HandlerFailed", "Nonsense"),
                letters.stream().map(DeadLetter::reason).toList());
        assertTrue(
                letters.get(0).message().contains("nobody expected this"),
                letters.get(0).message());

        mended.set(true);
        for (DeadLetter letter : letters) {
            send(new ProducerRecord<>(
                    letter.topic(),
                    letter.partition(),
                    letter.key(),
                    Base64.getDecoder().decode(letter.value()),
                    CloudEvents.toHeaders(letter.headers())));
        }
        awaitEffects(40);
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsSkippedAndThePollLoopLives() throws Exception {
        consume(Topic.HEALTH, this::remember, Map.of("max.poll.interval.ms", "2000"));
        send(Samples.clusterChanged("eu-1", 1));
        awaitEffects(1);
        databaseAway.set(true);
        IntStream.range(2, 12).forEach(n -> send(Samples.clusterChanged("eu-1", n)));
        int before = retries.get();
        await().atMost(LONG).until(() -> retries.get() > before + 3);
        await().pollDelay(Duration.ofSeconds(4)).atMost(LONG).until(() -> members() == 1);
        assertEquals(1, effects());

        databaseAway.set(false);

        awaitEffects(11);
        awaitPositions(Topic.HEALTH);
        assertEquals(11, effectIds().stream().distinct().count());
        assertEquals(0, database.number("select count(*) from outbox"));
    }
}
