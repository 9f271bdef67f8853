package io.sternway.messaging.intake;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.sternway.events.ClusterReported;
import io.sternway.events.Event;
import io.sternway.events.EventType;
import io.sternway.events.ObservationSequence;
import io.sternway.events.Topic;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.relay.ShardProducers;
import io.sternway.messaging.testing.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is consumed has its consequence, once, whatever happens")
class IntakeIT extends IntakeScenario {

    @Test
    void aSpareWithNothingToReadIsInItsGroupToo() throws Exception {
        FactConsumer one = consume(Topic.CLUSTERS, this::remember);
        FactConsumer spare = consume(Topic.CLUSTERS, this::remember);
        await().atMost(LONG).until(() -> one.isJoined() && spare.isJoined());
        one.close();
        spare.close();
        assertFalse(one.isJoined() || spare.isJoined());
    }

    @Test
    @DisplayName("A4: a repetition has no second effect")
    void aRepetitionHasNoSecondEffect() throws Exception {
        consume(Topic.HEALTH, this::remember);
        for (int i = 0; i < 3; i++) {
            send(Samples.clusterChanged("eu-1", 1));
            send(Samples.clusterChanged("eu-2", 1));
        }
        send(Samples.clusterChanged("eu-1", 2));
        awaitEffects(3);
        awaitPositions(Topic.HEALTH);
        assertEquals(3, effects());
    }

    @Test
    void anotherContentUnderTheSameIdIsHandedOverAsReused() throws Exception {
        List<String> reused = new CopyOnWriteArrayList<>();
        consume(Topic.REQUESTS, batch -> {
            batch.documents().forEach(document -> handled.add(document.id()));
            batch.reused().forEach(message -> reused.add(message.source() + " " + message.id()));
        });
        request("build-1", "a");
        request("build-1", "b");
        request("build-1", "a");
        await().atMost(LONG).until(() -> !reused.isEmpty());
        awaitPositions(Topic.REQUESTS);
        assertEquals(List.of("build-1"), handled);
        assertEquals(List.of("/ci build-1"), reused);
    }

    @Test
    @DisplayName("A8: reports leave no row in the inbox")
    void reportsLeaveNoRowInTheInbox() throws Exception {
        consume(Topic.HEALTH, this::remember);
        Event<ClusterReported> report = new Event<>(
                "r",
                "/sternway/health-evaluator",
                EventType.CLUSTER_REPORTED,
                "eu-1",
                Instant.EPOCH,
                null,
                null,
                new ClusterReported("eu-1", true, Duration.ofSeconds(5), new ObservationSequence(1, 1), List.of()));
        send(report);
        send(report);
        awaitEffects(2);
        assertEquals(0, database.number("select count(*) from inbox"));
    }

    @Test
    void anotherConsumerGoesOnWhereOneLeftOff() throws Exception {
        consume(Topic.HEALTH, this::remember);
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 1)));
        awaitEffects(50);
        consume(Topic.HEALTH, this::remember);
        await().atMost(LONG).until(() -> members() == 2);
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 2)));
        awaitEffects(100);
        consumers.get(0).close();
        IntStream.range(0, 50).forEach(n -> send(Samples.clusterChanged("eu-" + n, 3)));
        awaitEffects(150);
        awaitPositions(Topic.HEALTH);
        assertEquals(150, effectIds().stream().distinct().count());
    }

    @Test
    @DisplayName("A8: positions pass transaction markers, aborted records and empty partitions")
    void positionsPassWhatIsNotARecord() throws Exception {
        try (Producer<String, byte[]> transactional =
                new ShardProducers(Map.of("bootstrap.servers", kafka.bootstrapServers())).open(group)) {
            transactional.initTransactions();
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-1", 1), 24)));
            transactional.commitTransaction();
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-2", 1), 24)));
            transactional.flush();
            transactional.abortTransaction();
            consume(Topic.HEALTH, this::remember);
            awaitEffects(1);
            awaitPositions(Topic.HEALTH);
            transactional.beginTransaction();
            sent.add(transactional.send(CloudEvents.toRecord(Samples.clusterChanged("eu-3", 1), 24)));
            transactional.flush();
            transactional.abortTransaction();
            awaitPositions(Topic.HEALTH);
            assertEquals(1, effects());
        }
    }
}
