package io.sternway.messaging.relay;

import io.sternway.events.Topic;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.OnceAMinute;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the rows of one shard, in order, until it is stopped or finds that the shard is another's: reads what is
 * visible, sends it in one transaction, waits for the commit, removes exactly what was sent, until nothing is left. A
 * crash between commit and removal sends the same again, with the same event ids.
 *
 * <p>The producer is initialised before the first read, so that a predecessor can commit nothing after what we read.
 */
final class ShardPublisher implements Runnable {

    private static final Logger LOG = Logger.getLogger(ShardPublisher.class);
    private static final Duration CLOSE_AT_ONCE = Duration.ZERO;
    private static final Map<String, Topic> TOPICS =
            Arrays.stream(Topic.values()).collect(Collectors.toMap(Topic::topicName, topic -> topic));

    private final int shard;
    private final long term;
    private final RelaySettings settings;
    private final OutboxRows rows;
    private final ProducerSource producers;
    private final Shared shared;
    private final Semaphore signal = new Semaphore(1);
    private volatile boolean stopped;
    private volatile boolean lost;
    private @Nullable Producer<String, byte[]> producer;
    private int failures;

    /** What the publishers of one relay share. */
    record Shared(RelayObserver observer, OnceAMinute once, Backoff backoff, Semaphore largeRows) {}

    ShardPublisher(
            int shard, long term, RelaySettings settings, OutboxRows rows, ProducerSource producers, Shared shared) {
        this.shard = shard;
        this.term = term;
        this.settings = settings;
        this.rows = rows;
        this.producers = producers;
        this.shared = shared;
    }

    /** There may be rows. */
    void wake() {
        signal.release();
    }

    /** Ends after what is being sent. */
    void stop() {
        stopped = true;
        wake();
    }

    /** Whether another replica turned out to have the shard. */
    boolean lost() {
        return lost;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                signal.acquire();
                signal.drainPermits();
                boolean again = true;
                while (again && !stopped) {
                    again = cycle();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeProducer();
        }
    }

    /** One transaction; whether there may be more. */
    private boolean cycle() throws InterruptedException {
        boolean large = false;
        try {
            Producer<String, byte[]> current = initialised();
            List<OutboxRow> batch = rows.read(shard, settings.batchRows(), settings.batchBytes());
            if (batch.isEmpty()) {
                return false;
            }
            OutboxRow first = batch.get(0);
            if (first.large()) {
                shared.largeRows().acquire();
                large = true;
                batch = List.of(first.withValue(rows.value(shard, first.id())));
            }
            send(current, batch);
        } catch (RuntimeException | SQLException e) {
            if (isFenced(e)) {
                giveUp();
                return false;
            }
            closeProducer();
            failures++;
            shared.observer().failed();
            shared.once()
                    .say("relay", () -> LOG.warnf(e, "outbox cannot be published, will try again: shard=%d", shard));
            signal.tryAcquire(shared.backoff().after(failures).toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } finally {
            if (large) {
                shared.largeRows().release();
            }
        }
        if (failures > 0) {
            failures = 0;
            shared.once().forget("relay");
            LOG.infof("outbox is published again: shard=%d", shard);
        }
        return !lost;
    }

    private void send(Producer<String, byte[]> current, List<OutboxRow> batch)
            throws SQLException, InterruptedException {
        current.beginTransaction();
        Map<OutboxRow, Future<RecordMetadata>> sent = new LinkedHashMap<>();
        try {
            for (OutboxRow row : batch) {
                Future<RecordMetadata> answer = current.send(toRecord(current, row));
                sent.put(row, answer);
                if (answer.isDone() && refusal(answer).isPresent()) {
                    break;
                }
            }
            current.commitTransaction();
        } catch (KafkaException e) {
            if (isFenced(e) || !setAside(current, sent)) {
                throw e;
            }
            return;
        }
        Optional<Duration> waited = rows.delete(shard, term, batch);
        if (waited.isPresent()) {
            shared.observer().published(batch.size(), waited.get());
        } else {
            giveUp();
        }
    }

    /** Moves rows that the broker refuses for what they are out of the way; false if there are none. */
    private boolean setAside(Producer<String, byte[]> current, Map<OutboxRow, Future<RecordMetadata>> sent)
            throws SQLException, InterruptedException {
        boolean any = false;
        for (Map.Entry<OutboxRow, Future<RecordMetadata>> answer : sent.entrySet()) {
            Optional<Throwable> refusal = answer.getValue().isDone() ? refusal(answer.getValue()) : Optional.empty();
            if (refusal.isPresent() && isAboutTheRow(refusal.get())) {
                OutboxRow row = answer.getKey();
                if (!any) {
                    current.abortTransaction();
                }
                any = true;
                if (!rows.setAside(shard, term, row, refusal.get().toString())) {
                    giveUp();
                    return true;
                }
                shared.observer().setAside(row.topic());
                LOG.errorf(
                        "the broker refuses a message, it is in outbox_failed: id=%d topic=%s key=%s reason=%s",
                        row.id(), row.topic(), row.key(), refusal.get().getMessage());
            }
        }
        return any;
    }

    private ProducerRecord<String, byte[]> toRecord(Producer<String, byte[]> current, OutboxRow row) {
        Topic topic = TOPICS.get(row.topic());
        Integer partition = topic == null || topic.keyedBy() != Topic.KeyedBy.CLUSTER
                ? null
                : CloudEvents.partition(
                        topic, row.key(), current.partitionsFor(row.topic()).size());
        RecordHeaders headers = new RecordHeaders();
        for (int i = 0; i + 1 < row.headers().size(); i += 2) {
            headers.add(row.headers().get(i), row.headers().get(i + 1).getBytes(StandardCharsets.UTF_8));
        }
        // Not by this process' clock: a broker refuses what is from the future.
        long createdAt = row.createdAt().toEpochMilli();
        return new ProducerRecord<>(row.topic(), partition, createdAt, row.key(), row.value(), headers);
    }

    private Producer<String, byte[]> initialised() {
        Producer<String, byte[]> current = producer;
        if (current == null) {
            current = producers.open(settings.transactionalId(shard));
            producer = current;
            current.initTransactions();
        }
        return current;
    }

    private void giveUp() {
        LOG.warnf("a shard of the outbox is another replica's now: shard=%d", shard);
        shared.observer().fenced(shard);
        lost = true;
        stopped = true;
    }

    private void closeProducer() {
        Producer<String, byte[]> current = producer;
        producer = null;
        if (current != null) {
            boolean interrupted = Thread.interrupted();
            try {
                current.close(CLOSE_AT_ONCE);
            } catch (KafkaException e) {
                LOG.debugf(e, "a producer could not be closed: shard=%d", shard);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Optional<Throwable> refusal(Future<RecordMetadata> answer) throws InterruptedException {
        try {
            answer.get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(e.getCause() == null ? e : e.getCause());
        }
    }

    private static boolean isAboutTheRow(Throwable refusal) {
        return refusal instanceof RecordTooLargeException
                || refusal instanceof RecordBatchTooLargeException
                || refusal instanceof InvalidRecordException
                || refusal instanceof InvalidTopicException;
    }

    private static boolean isFenced(Throwable failure) {
        Throwable cause = failure;
        while (cause != null) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
