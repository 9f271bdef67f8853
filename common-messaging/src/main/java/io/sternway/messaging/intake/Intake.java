package io.sternway.messaging.intake;

import io.sternway.events.DeadLetter;
import io.sternway.events.Event;
import io.sternway.messaging.Backoff;
import io.sternway.messaging.CloudEvents;
import io.sternway.messaging.DeadLetters;
import io.sternway.messaging.OnceAMinute;
import io.sternway.messaging.Received;
import io.sternway.messaging.TerminalException;
import io.sternway.messaging.store.ConsumerPositions;
import io.sternway.messaging.store.Inbox;
import io.sternway.messaging.store.Outbox;
import io.sternway.messaging.store.Transactions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Takes what a poll brought into the service, whoever polled. When {@link #take} returns, every record has had its
 * consequence and that is stored: its effect, nothing (a repetition, an unknown type), or a dead letter. Only then may
 * the offsets be committed.
 */
public final class Intake {

    private static final Logger LOG = Logger.getLogger(Intake.class);

    private final String channel;
    private final IntakeHandler handler;
    private final Stores stores;
    private final Retry retry;
    private final IntakeObserver observer;
    private final Clock clock;
    private final OnceAMinute once = new OnceAMinute();

    /**
     * Where an intake writes.
     *
     * @param service the service's name, as dead letters show it
     */
    public record Stores(
            String service, Transactions transactions, Inbox inbox, Outbox outbox, ConsumerPositions positions) {}

    /**
     * How failures are repeated.
     *
     * @param backoff waits between tries
     * @param tries how often an exception that nobody expected is tried before the record is set aside, at least 1;
     *     what passes by itself (the database is away) is tried without end
     */
    public record Retry(Backoff backoff, int tries) {}

    /**
     * @param channel names this intake in logs and metrics
     * @param clock stamps dead letters
     */
    public Intake(
            String channel, IntakeHandler handler, Stores stores, Retry retry, IntakeObserver observer, Clock clock) {
        this.channel = channel;
        this.handler = handler;
        this.stores = stores;
        this.retry = retry;
        this.observer = observer;
        this.clock = clock;
    }

    /**
     * Takes all records, and stores where the consumer stands after them; blocks until that is done, while the database is
     * away too.
     *
     * @param positions the consumer's positions after the poll; stored with the facts
     * @param abandoned whether somebody else owns these partitions by now, or we are stopping: then nothing more is tried
     * @return false if it gave up because of that; the offsets must not be committed then
     */
    public boolean take(
            ConsumerRecords<byte[], byte[]> records, Map<TopicPartition, Long> positions, BooleanSupplier abandoned) {
        long start = System.nanoTime();
        List<Item> items = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            items.add(new Item(record, CloudEvents.read(record)));
        }
        boolean done = settle(items, positions, retry.tries(), abandoned);
        if (done) {
            observer.taken(items.size(), Duration.ofNanos(System.nanoTime() - start));
        }
        return done;
    }

    /** Halves what fails until the record that fails alone is found; order is kept. */
    private boolean settle(
            List<Item> items, Map<TopicPartition, Long> positions, int tries, BooleanSupplier abandoned) {
        Optional<RuntimeException> failure;
        try {
            List<Runnable> told = new ArrayList<>();
            failure = persist(
                    () -> {
                        told.clear();
                        store(items, positions, told);
                    },
                    tries,
                    abandoned);
            if (failure.isEmpty()) {
                told.forEach(Runnable::run);
            }
        } catch (GivenUpException e) {
            return false;
        }
        if (failure.isEmpty()) {
            return true;
        }
        if (items.size() <= 1) {
            return setAside(items, positions, failure.get(), abandoned);
        }
        int half = items.size() / 2;
        return settle(items.subList(0, half), Map.of(), half == 1 ? retry.tries() : 1, abandoned)
                && settle(
                        items.subList(half, items.size()),
                        positions,
                        items.size() - half == 1 ? retry.tries() : 1,
                        abandoned);
    }

    /** @param told what the observer is to be told once this has been committed */
    private void store(List<Item> items, Map<TopicPartition, Long> positions, List<Runnable> told) {
        List<Received.Known> events = new ArrayList<>();
        List<Received.Document> documents = new ArrayList<>();
        List<Received.Message> reused = new ArrayList<>();
        List<Received.Tombstone> tombstones = new ArrayList<>();
        List<Event<DeadLetter>> letters = new ArrayList<>();
        IdentityHashMap<Received, Inbox.Arrival> arrivals = arrivals(items);
        for (Item item : items) {
            Received received = item.received();
            Inbox.Arrival arrival = arrivals.getOrDefault(received, Inbox.Arrival.NEW);
            if (arrival == Inbox.Arrival.REPEATED) {
                told.add(() -> observer.repeated(1));
            } else if (arrival == Inbox.Arrival.REUSED) {
                reused.add((Received.Message) received);
            } else if (received instanceof Received.Known known) {
                events.add(known);
            } else if (received instanceof Received.Document document) {
                documents.add(document);
            } else if (received instanceof Received.Tombstone tombstone) {
                tombstones.add(tombstone);
            } else if (received instanceof Received.Undecodable undecodable) {
                letters.add(letter(item.record(), received, undecodable.reason(), undecodable.message()));
                told.add(() -> observer.deadLettered(received.origin().topic(), undecodable.reason()));
            } else if (received instanceof Received.Unknown unknown) {
                told.add(() -> observer.unknownType(unknown.type()));
            }
        }
        IntakeBatch batch = new IntakeBatch(events, documents, reused, tombstones);
        if (!batch.isEmpty()) {
            handler.handle(batch);
        }
        stores.outbox().addAll(letters);
        stores.positions().store(positions);
    }

    private IdentityHashMap<Received, Inbox.Arrival> arrivals(List<Item> items) {
        List<Received.Message> messages = new ArrayList<>();
        for (Item item : items) {
            if (item.received() instanceof Received.Document document) {
                messages.add(document);
            } else if (item.received() instanceof Received.Known known
                    && handler.remembers(known.event().type())) {
                messages.add(known);
            }
        }
        List<Inbox.Arrival> answers = stores.inbox().enter(messages);
        IdentityHashMap<Received, Inbox.Arrival> arrivals = new IdentityHashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            arrivals.put(messages.get(i), answers.get(i));
        }
        return arrivals;
    }

    private boolean setAside(
            List<Item> items,
            Map<TopicPartition, Long> positions,
            RuntimeException failure,
            BooleanSupplier abandoned) {
        Item item = items.get(0);
        Optional<TerminalException> terminal = Failures.terminal(failure);
        String reason = terminal.map(TerminalException::reason).orElse("HandlerFailed");
        String message = terminal.map(Throwable::getMessage).orElse(failure.toString());
        try {
            Optional<RuntimeException> again = persist(
                    () -> {
                        // Not remembered in the inbox: published again, once its cause is mended, it is new.
                        stores.outbox().add(letter(item.record(), item.received(), reason, message));
                        stores.positions().store(positions);
                    },
                    Integer.MAX_VALUE,
                    abandoned);
            again.ifPresent(e -> {
                throw e;
            });
        } catch (GivenUpException e) {
            return false;
        }
        observer.deadLettered(item.received().origin().topic(), reason);
        LOG.errorf(
                failure,
                "a record cannot be handled, it is a dead letter: channel=%s reason=%s origin=%s",
                channel,
                reason,
                item.received().origin());
        return true;
    }

    private Event<DeadLetter> letter(
            ConsumerRecord<byte[], byte[]> record, Received received, String reason, String message) {
        return DeadLetters.of(
                stores.service(),
                received.origin(),
                record.headers(),
                record.value(),
                reason,
                message,
                clock.instant());
    }

    /** Runs the work in a transaction until it succeeds; what it failed with after so many tries, if it did. */
    private Optional<RuntimeException> persist(Runnable work, int tries, BooleanSupplier abandoned) {
        int failures = 0;
        int unexpected = 0;
        while (true) {
            if (abandoned.getAsBoolean()) {
                throw new GivenUpException();
            }
            try {
                stores.transactions().run(work);
                if (failures > unexpected) {
                    once.forget(channel);
                    LOG.infof("records are taken again: channel=%s", channel);
                }
                return Optional.empty();
            } catch (RuntimeException e) {
                failures++;
                if (!Failures.passes(e)) {
                    unexpected++;
                    if (unexpected >= tries || Failures.terminal(e).isPresent()) {
                        return Optional.of(e);
                    }
                }
                observer.retried();
                once.say(channel, () -> LOG.warnf(e, "records cannot be stored, will try again: channel=%s", channel));
                pause(retry.backoff().after(failures), abandoned);
            }
        }
    }

    private static void pause(Duration wait, BooleanSupplier abandoned) {
        long end = System.nanoTime() + wait.toNanos();
        while (System.nanoTime() < end && !abandoned.getAsBoolean()) {
            try {
                Thread.sleep(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new GivenUpException();
            }
        }
    }

    private record Item(ConsumerRecord<byte[], byte[]> record, Received received) {}

    private static final class GivenUpException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
