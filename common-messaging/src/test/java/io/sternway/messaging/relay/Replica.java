package io.sternway.messaging.relay;

import io.sternway.messaging.testing.EmbeddedKafka;
import io.sternway.messaging.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;

/** A relay as one replica of a service has it, which a test can freeze, wake, and kill. */
final class Replica implements AutoCloseable, RelayObserver {

    final AtomicInteger owned = new AtomicInteger();
    final AtomicInteger published = new AtomicInteger();
    final AtomicInteger failed = new AtomicInteger();
    final AtomicInteger setAside = new AtomicInteger();
    final Set<Integer> fenced = java.util.concurrent.ConcurrentHashMap.newKeySet();
    final ConcurrentLinkedQueue<Duration> waits = new ConcurrentLinkedQueue<>();
    final OutboxRelay relay;
    private final List<Connection> sessions = new CopyOnWriteArrayList<>();
    private final TestDatabase database;
    private volatile @Nullable CountDownLatch frozen;
    private final AtomicInteger atTheGate = new AtomicInteger();
    private final AtomicBoolean breaking = new AtomicBoolean();
    private volatile boolean dead;

    Replica(TestDatabase database, EmbeddedKafka kafka, RelaySettings settings) {
        this.database = database;
        ShardProducers producers = new ShardProducers(Map.of("bootstrap.servers", kafka.bootstrapServers()));
        relay = new OutboxRelay(
                settings,
                database.dataSource(),
                this::session,
                id -> freezable((KafkaProducer<String, byte[]>) producers.open(id)),
                this);
    }

    Replica start() {
        relay.start();
        return this;
    }

    /** From now on nothing of it goes on where it would talk to the broker or to its session, until it is woken. */
    void freeze() {
        frozen = new CountDownLatch(1);
    }

    void wake() {
        CountDownLatch latch = frozen;
        frozen = null;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** The next thread that uses its producer dies. */
    void breakNext() {
        breaking.set(true);
    }

    /** How many of its producers stand frozen in the middle of their work. */
    int stuck() {
        return atTheGate.get();
    }

    /** As after kill -9: its sessions are gone, and nothing of it ever goes on. */
    void kill() {
        dead = true;
        freeze();
        loseSessions();
    }

    /** The database or the network ends its sessions. */
    void loseSessions() {
        for (Connection session : sessions) {
            try {
                session.abort(Runnable::run);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        if (!dead) {
            relay.close();
        }
    }

    @Override
    public void published(int rows, Duration oldest) {
        published.addAndGet(rows);
        waits.add(oldest);
    }

    @Override
    public void owned(int shards) {
        owned.set(shards);
    }

    @Override
    public void failed() {
        failed.incrementAndGet();
    }

    @Override
    public void setAside(String topic) {
        setAside.incrementAndGet();
    }

    @Override
    public void fenced(int shard) {
        fenced.add(shard);
    }

    private Connection session() throws SQLException {
        pass();
        if (dead) {
            throw new SQLException("this replica is dead");
        }
        Connection session = database.open();
        sessions.add(session);
        return session;
    }

    private void pass() {
        CountDownLatch latch = frozen;
        if (latch != null) {
            atTheGate.incrementAndGet();
            try {
                latch.await();
            } catch (InterruptedException e) {
                // Frozen threads do not notice.
                pass();
            } finally {
                atTheGate.decrementAndGet();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private Producer<String, byte[]> freezable(KafkaProducer<String, byte[]> producer) {
        return (Producer<String, byte[]>) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, arguments) -> {
                    if (breaking.compareAndSet(true, false)) {
                        throw new AssertionError("an error that nobody expected");
                    }
                    if (method.getName().equals("beginTransaction")
                            || method.getName().equals("commitTransaction")) {
                        pass();
                    }
                    try {
                        Object result = method.invoke(producer, arguments);
                        if (method.getName().equals("commitTransaction")) {
                            pass();
                        }
                        return result;
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
